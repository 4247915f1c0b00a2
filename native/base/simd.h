/// Many small numbers at once: the one place with instructions of a kind of processor.
///
/// Whole numbers give the same sums in any order, so every kind of processor gives the same
/// answers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

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

/// Sixteen numbers of sixteen bits.
struct Lanes {
#if defined(__AVX2__)
    __m256i all;

    static Lanes load(const int16_t* from) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
    }
    static Lanes of(int16_t number) { return {_mm256_set1_epi16(number)}; }
    void store(int16_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), all); }
    Lanes operator+(Lanes other) const { return {_mm256_add_epi16(all, other.all)}; }
    Lanes operator-(Lanes other) const { return {_mm256_sub_epi16(all, other.all)}; }
    Lanes clip(Lanes low, Lanes high) const {
        return {_mm256_min_epi16(_mm256_max_epi16(all, low.all), high.all)};
    }
#elif defined(__SSE2__) || defined(_M_X64)
    __m128i first, second;

    static Lanes load(const int16_t* from) {
        auto at = reinterpret_cast<const __m128i*>(from);
        return {_mm_loadu_si128(at), _mm_loadu_si128(at + 1)};
    }
    static Lanes of(int16_t number) { return {_mm_set1_epi16(number), _mm_set1_epi16(number)}; }
    void store(int16_t* to) const {
        auto at = reinterpret_cast<__m128i*>(to);
        _mm_storeu_si128(at, first);
        _mm_storeu_si128(at + 1, second);
    }
    Lanes operator+(Lanes other) const {
        return {_mm_add_epi16(first, other.first), _mm_add_epi16(second, other.second)};
    }
    Lanes operator-(Lanes other) const {
        return {_mm_sub_epi16(first, other.first), _mm_sub_epi16(second, other.second)};
    }
    Lanes clip(Lanes low, Lanes high) const {
        return {_mm_min_epi16(_mm_max_epi16(first, low.first), high.first),
                _mm_min_epi16(_mm_max_epi16(second, low.second), high.second)};
    }
#else
    int16_t all[16];

    template <typename Make>
    static Lanes made(Make make) {
        Lanes lanes;
        for (int i = 0; i < 16; ++i) lanes.all[i] = int16_t(make(i));
        return lanes;
    }
    static Lanes load(const int16_t* from) {
        return made([&](int i) { return from[i]; });
    }
    static Lanes of(int16_t number) {
        return made([&](int) { return number; });
    }
    void store(int16_t* to) const { std::memcpy(to, all, sizeof all); }
    Lanes operator+(Lanes other) const {
        return made([&](int i) { return all[i] + other.all[i]; });
    }
    Lanes operator-(Lanes other) const {
        return made([&](int i) { return all[i] - other.all[i]; });
    }
    Lanes clip(Lanes low, Lanes high) const {
        return made([&](int i) { return std::clamp(all[i], low.all[i], high.all[i]); });
    }
#endif
};

/// Return the sum of the products of 16 pairs of numbers, twice: those of `a` and of `b`.
inline int dot(Lanes a, Lanes with_a, Lanes b, Lanes with_b) {
#if defined(__AVX2__)
    __m256i sums = _mm256_add_epi32(_mm256_madd_epi16(a.all, with_a.all),
                                    _mm256_madd_epi16(b.all, with_b.all));
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
#elif defined(__SSE2__) || defined(_M_X64)
    __m128i four = _mm_add_epi32(_mm_add_epi32(_mm_madd_epi16(a.first, with_a.first),
                                               _mm_madd_epi16(a.second, with_a.second)),
                                 _mm_add_epi32(_mm_madd_epi16(b.first, with_b.first),
                                               _mm_madd_epi16(b.second, with_b.second)));
#else
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += a.all[i] * with_a.all[i] + b.all[i] * with_b.all[i];
    return sum;
#endif
#if defined(__SSE2__) || defined(_M_X64)
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
    return _mm_cvtsi128_si32(four);
#endif
}

/// Multiply 32 numbers with a matrix and add to `out`, 32 numbers. For each pair of inputs the
/// matrix has 32 pairs of weights, one for each output.
inline void multiply(const int16_t* in, const int16_t* matrix, int32_t* out) {
    constexpr int SIZE = 32;
#if defined(__AVX2__)
    __m256i sums[4];
    auto to = reinterpret_cast<__m256i*>(out);
    for (int i = 0; i < 4; ++i) sums[i] = _mm256_loadu_si256(to + i);
    for (int pair = 0; pair < SIZE / 2; ++pair) {
        int32_t both;
        std::memcpy(&both, in + 2 * pair, sizeof both);
        __m256i inputs = _mm256_set1_epi32(both);
        auto weights = reinterpret_cast<const __m256i*>(matrix + 2 * SIZE * pair);
        for (int i = 0; i < 4; ++i)
            sums[i] = _mm256_add_epi32(sums[i],
                                       _mm256_madd_epi16(inputs, _mm256_loadu_si256(weights + i)));
    }
    for (int i = 0; i < 4; ++i) _mm256_storeu_si256(to + i, sums[i]);
#elif defined(__SSE2__) || defined(_M_X64)
    __m128i sums[8];
    auto to = reinterpret_cast<__m128i*>(out);
    for (int i = 0; i < 8; ++i) sums[i] = _mm_loadu_si128(to + i);
    for (int pair = 0; pair < SIZE / 2; ++pair) {
        int32_t both;
        std::memcpy(&both, in + 2 * pair, sizeof both);
        __m128i inputs = _mm_set1_epi32(both);
        auto weights = reinterpret_cast<const __m128i*>(matrix + 2 * SIZE * pair);
        for (int i = 0; i < 8; ++i)
            sums[i] = _mm_add_epi32(sums[i], _mm_madd_epi16(inputs, _mm_loadu_si128(weights + i)));
    }
    for (int i = 0; i < 8; ++i) _mm_storeu_si128(to + i, sums[i]);
#else
    for (int pair = 0; pair < SIZE / 2; ++pair)
        for (int i = 0; i < SIZE; ++i) {
            const int16_t* weights = matrix + 2 * (SIZE * pair + i);
            out[i] += in[2 * pair] * weights[0] + in[2 * pair + 1] * weights[1];
        }
#endif
}

}  // namespace tengen
