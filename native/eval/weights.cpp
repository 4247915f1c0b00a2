#include "eval/weights.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace tengen {

namespace {

constexpr char MAGIC[8] = {'t', 'e', 'n', 'g', 'e', 'n', 'w', '2'};
constexpr size_t NUMBERS = 4 * CODES + THREAT_MASKS + 2 * COUNTS;
static_assert(sizeof(SideWeights) == NUMBERS * sizeof(int16_t));

/// What stands before the numbers: the version, the traits of both sides, and the checksum.
constexpr size_t HEADER = sizeof MAGIC + 8 + 4;

uint32_t fnv1a(std::span<const uint8_t> bytes) {
    uint32_t hash = 2166136261u;
    for (uint8_t byte : bytes) hash = (hash ^ byte) * 16777619u;
    return hash;
}

std::array<uint8_t, 8> traits_bytes(const RuleTraits& traits) {
    std::array<uint8_t, 8> bytes;
    for (size_t i = 0; i < 2; ++i) {
        const SideTraits& side = traits.side[i];
        bytes[4 * i] = uint8_t(side.overline);
        bytes[4 * i + 1] = side.needs_open_end;
        bytes[4 * i + 2] = side.no_double_three;
        bytes[4 * i + 3] = side.no_double_four;
    }
    return bytes;
}

/// Files are little-endian on every machine.
std::string to_bytes(const std::array<SideWeights, 2>& side) {
    std::string bytes;
    bytes.reserve(2 * sizeof(SideWeights));
    for (const SideWeights& weights : side) {
        std::array<int16_t, NUMBERS> numbers;
        std::memcpy(numbers.data(), &weights, sizeof weights);
        for (int16_t number : numbers) {
            bytes.push_back(char(number & 255));
            bytes.push_back(char(uint16_t(number) >> 8));
        }
    }
    return bytes;
}

std::span<const uint8_t> view_of(const std::string& bytes) {
    return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}

Weights finish(const RuleTraits& traits, const std::array<SideWeights, 2>& side, uint32_t hash) {
    Weights weights;
    weights.side = side;
    const Tables& tables = tables_for(traits);
    for (Color color : {BLACK, WHITE})
        for (int code = 0; code < CODES; ++code)
            weights.points.set(color, Code(code), tables.plain.class_of(color, Code(code)),
                               side[color].to_move[size_t(code)],
                               side[color].waiting[size_t(code)]);
    weights.hash = hash;
    return weights;
}

/// What one line's pattern is worth on its own, and how urgent it is to play there.
struct LineWorth {
    int value, urgency;
};
constexpr LineWorth LINE_WORTH[PATTERNS] = {{0, 0},   {0, 0},   {0, 0},   {0, 2},    {1, 8},
                                            {1, 6},   {4, 20},  {5, 24},  {6, 28},   {4, 24},
                                            {12, 60}, {15, 68}, {10, 80}, {40, 400}, {80, 2000}};

/// What several patterns together are worth beyond their sum.
constexpr LineWorth CLASS_WORTH[CLASSES] = {{0, 0},   {0, -50},  {0, 0},    {0, 0},   {4, 10},
                                            {4, 12},  {4, 10},   {10, 20},  {40, 90}, {6, 10},
                                            {12, 30}, {70, 200}, {80, 300}, {0, 0}};

/// What a bit of the threat mask is worth to the side to move, lowest first.
constexpr int MASK_WORTH[11] = {-300, 900, -200, 150, 30, 60, 20, -90, -20, -40, -10};

}  // namespace

Weights formula_weights(const RuleTraits& traits) {
    std::array<SideWeights, 2> side;
    for (Color color : {BLACK, WHITE}) {
        SideWeights& weights = side[color];
        weights.mine.fill(0);
        weights.theirs.fill(0);
        for (int patterns = 0; patterns < 1 << 16; ++patterns) {
            LineWorth worth = {0, 0};
            bool is_pattern = true;
            for (int d = 0; d < DIRECTIONS; ++d) {
                int pattern = patterns >> 4 * d & 15;
                is_pattern &= pattern < PATTERNS;
                if (!is_pattern) break;
                worth.value += LINE_WORTH[pattern].value;
                worth.urgency += LINE_WORTH[pattern].urgency;
            }
            if (!is_pattern) continue;
            LineWorth more = CLASS_WORTH[class_of(Patterns(patterns), traits.side[color])];
            size_t code = code_of(Patterns(patterns));
            weights.to_move[code] = int16_t(worth.value + more.value);
            weights.waiting[code] = int16_t((worth.value + more.value) * 3 / 4);
            weights.own[code] = int16_t(worth.urgency + more.urgency);
            side[other(color)].foe[code] = int16_t((worth.urgency + more.urgency) * 3 / 4);
        }
        for (int mask = 0; mask < THREAT_MASKS; ++mask) {
            int sum = 0;
            for (int bit = 0; bit < 11; ++bit) sum += (mask >> bit & 1) * MASK_WORTH[bit];
            weights.threats[size_t(mask)] = int16_t(sum);
        }
    }
    return finish(traits, side, fnv1a(view_of(to_bytes(side))));
}

std::string save_weights(const RuleTraits& traits, const std::array<SideWeights, 2>& side,
                         std::string_view network) {
    std::string numbers = to_bytes(side);
    numbers += network;
    std::string bytes(MAGIC, sizeof MAGIC);
    for (uint8_t trait : traits_bytes(traits)) bytes.push_back(char(trait));
    uint32_t hash = fnv1a(view_of(numbers));
    for (int i = 0; i < 4; ++i) bytes.push_back(char(hash >> 8 * i & 255));
    return bytes + numbers;
}

Weights load_weights(const RuleTraits& traits, std::span<const uint8_t> bytes) {
    if (bytes.size() < HEADER || std::memcmp(bytes.data(), MAGIC, sizeof MAGIC) != 0)
        throw std::invalid_argument("these are no weights of this version");
    auto rule = traits_bytes(traits);
    if (!std::equal(rule.begin(), rule.end(), bytes.begin() + sizeof MAGIC))
        throw std::invalid_argument(OTHER_RULE);
    auto numbers = bytes.subspan(HEADER);
    constexpr size_t PATTERN_BYTES = 2 * sizeof(SideWeights);
    if (numbers.size() < PATTERN_BYTES)
        throw std::invalid_argument("the weights have a wrong length");
    uint32_t hash = 0;
    for (size_t i = 0; i < 4; ++i) hash |= uint32_t(bytes[HEADER - 4 + i]) << 8 * i;
    if (hash != fnv1a(numbers)) throw std::invalid_argument("the weights are damaged");
    std::array<SideWeights, 2> side;
    for (size_t i = 0; i < 2; ++i) {
        std::array<int16_t, NUMBERS> read;
        const uint8_t* from = numbers.data() + i * sizeof(SideWeights);
        for (size_t n = 0; n < NUMBERS; ++n)
            read[n] = int16_t(uint16_t(from[2 * n] | from[2 * n + 1] << 8));
        std::memcpy(&side[i], read.data(), sizeof(SideWeights));
    }
    Weights weights = finish(traits, side, hash);
    if (numbers.size() > PATTERN_BYTES)
        weights.network =
            std::make_shared<const Network>(load_network(numbers.subspan(PATTERN_BYTES)));
    return weights;
}

}  // namespace tengen
