/// Thirty-two bytes at once: the one place with instructions of a kind of processor.
#pragma once

#include <cstdint>

#if defined(__AVX2__) || defined(__SSE2__) || defined(_M_X64)
#include <immintrin.h>
#endif

namespace tengen {

/// Return a bit for each of 32 bytes that is `floor` or more. `bytes` is aligned to 32.
inline uint32_t bytes_at_least(const uint8_t* bytes, uint8_t floor) {
#if defined(__AVX2__)
    __m256i row = _mm256_load_si256(reinterpret_cast<const __m256i*>(bytes));
    __m256i high = _mm256_max_epu8(row, _mm256_set1_epi8(char(floor)));
    return uint32_t(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, row)));
#elif defined(__SSE2__) || defined(_M_X64)
    uint32_t found = 0;
    for (int half = 0; half < 2; ++half) {
        __m128i row = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes) + half);
        __m128i high = _mm_max_epu8(row, _mm_set1_epi8(char(floor)));
        found |= uint32_t(_mm_movemask_epi8(_mm_cmpeq_epi8(high, row))) << 16 * half;
    }
    return found;
#else
    uint32_t found = 0;
    for (int i = 0; i < 32; ++i) found |= uint32_t(bytes[i] >= floor) << i;
    return found;
#endif
}

}  // namespace tengen
