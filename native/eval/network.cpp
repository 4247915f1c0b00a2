#include "eval/network.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/simd.h"

namespace tengen {

namespace {

constexpr int CHANNELS = Network::CHANNELS;
constexpr int HIDDEN = Network::HIDDEN;
constexpr int REACH = Network::REACH;
constexpr int CELLS = Network::CELLS;
constexpr uint32_t WINDOW_BITS = (1u << 2 * CELLS) - 1;

/// Bits behind the point: of sums, and how many of them the first layer does not read; how many of
/// what it makes are dropped; of hidden numbers; and of all other weights.
constexpr int SUM_BITS = 9, SUM_SHIFT = 4, FIRST_SHIFT = 11, HIDDEN_BITS = 8, WEIGHT_BITS = 12;
static_assert(Network::CLIP == 1 << SUM_BITS);
constexpr int HIDDEN_LIMIT = 8191;

constexpr uint32_t reversed(uint32_t window) {
    uint32_t result = 0;
    for (int i = 0; i < CELLS; ++i) result |= (window >> 2 * i & 3) << 2 * (CELLS - 1 - i);
    return result;
}

/// The window with the colours exchanged: 01 and 10 swap, 00 and 11 stay.
constexpr uint32_t exchanged(uint32_t window) {
    constexpr uint32_t LOW = 0x55555555u;
    return (window & LOW) << 1 | (window >> 1 & LOW);
}

/// The window with its outermost `cells` on both sides empty.
constexpr uint32_t narrowed(uint32_t window, int cells) {
    return window & (WINDOW_BITS >> 2 * cells) & ~((1u << 2 * cells) - 1);
}

/// Takes little-endian numbers from a file.
class Reader {
public:
    explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    template <typename Number>
    Number take() {
        if (bytes_.size() < sizeof(Number)) throw std::invalid_argument("the network is cut off");
        uint64_t bits = 0;
        for (size_t i = 0; i < sizeof(Number); ++i) bits |= uint64_t(bytes_[i]) << 8 * i;
        bytes_ = bytes_.subspan(sizeof(Number));
        return Number(bits);
    }
    template <typename Number, size_t N>
    void fill(std::array<Number, N>& numbers) {
        for (auto& number : numbers) number = take<Number>();
    }
    template <typename Number, size_t N, size_t M>
    void fill(std::array<std::array<Number, N>, M>& rows) {
        for (auto& row : rows) fill(row);
    }
    /// Weights are stored by output, and kept by pairs of inputs.
    void fill_matrix(Network::Matrix& matrix) {
        for (size_t to = 0; to < HIDDEN; ++to)
            for (size_t from = 0; from < HIDDEN; ++from)
                matrix[2 * (HIDDEN * (from / 2) + to) + from % 2] = take<int16_t>();
    }
    bool is_empty() const { return bytes_.empty(); }

private:
    std::span<const uint8_t> bytes_;
};

Network::View read_view(Reader& reader) {
    Network::View view;
    auto count = reader.take<uint32_t>();
    if (count == 0 || count >= 0xFFFF) throw std::invalid_argument("a network without rows");
    for (uint32_t i = 0; i < count; ++i) view.windows.push_back(reader.take<uint32_t>());
    if (!std::is_sorted(view.windows.begin(), view.windows.end()) || view.windows[0] != 0 ||
        view.windows.back() > WINDOW_BITS)
        throw std::invalid_argument("a network whose windows are none");
    view.rows.resize(count);
    for (auto& row : view.rows) reader.fill(row);
    reader.fill(view.bias);
    return view;
}

Network::Head read_head(Reader& reader) {
    Network::Head head;
    reader.fill_matrix(head.first);
    reader.fill(head.first_bias);
    reader.fill(head.threats);
    reader.fill_matrix(head.second);
    reader.fill(head.second_bias);
    reader.fill(head.value);
    head.value_bias = reader.take<int32_t>();
    reader.fill(head.worth);
    reader.fill_matrix(head.moves);
    reader.fill(head.moves_bias);
    head.unit = reader.take<int32_t>();
    head.values_share = reader.take<int32_t>();
    head.scores_share = reader.take<int32_t>();
    // Beyond these products would not fit.
    for (int32_t share : {head.unit, head.values_share, head.scores_share})
        if (share < 0 || share > 1 << 16) throw std::invalid_argument("a network out of scale");
    return head;
}

/// Return the row of every window, or of the widest part of it that has one, at last the empty one.
std::vector<uint16_t> rows_of(const Network::View& view) {
    constexpr uint16_t NONE = 0xFFFF;  // No view has as many rows.
    std::vector<uint16_t> rows(Network::WINDOWS, NONE);
    for (size_t i = 0; i < view.windows.size(); ++i)
        rows[view.windows[i]] = rows[reversed(view.windows[i])] = uint16_t(i);
    std::vector<uint16_t> found(rows);
    for (uint32_t window = 0; window < Network::WINDOWS; ++window) {
        for (int cells = 1; found[window] == NONE && cells <= REACH; ++cells)
            found[window] = rows[narrowed(window, cells)];
        if (found[window] == NONE) found[window] = 0;
    }
    return found;
}

/// Half a point's sums, clipped.
Lanes clipped(Lanes sums) {
    return sums.clip(Lanes::of(0), Lanes::of(Network::CLIP));
}

/// A point's sums, or a row of each view.
struct Views {
    Lanes black, white;

    static Views of(const int16_t* sums) {
        return {Lanes::load(sums), Lanes::load(sums + CHANNELS)};
    }
    void store(int16_t* to) const {
        black.store(to);
        white.store(to + CHANNELS);
    }
    Views operator+(Views other) const { return {black + other.black, white + other.white}; }
    Views operator-(Views other) const { return {black - other.black, white - other.white}; }
    Views clip() const { return {clipped(black), clipped(white)}; }
};

}  // namespace

Network load_network(std::span<const uint8_t> bytes) {
    Reader reader(bytes);
    auto sides = reader.take<uint32_t>();
    if (sides != 1 && sides != 2) throw std::invalid_argument("a network for neither colour");
    Network network;
    for (uint32_t i = 0; i < sides; ++i) network.views.push_back(read_view(reader));
    for (uint32_t i = 0; i < sides; ++i) network.heads.push_back(read_head(reader));
    if (!reader.is_empty()) throw std::invalid_argument("the network has a wrong length");
    std::vector<uint16_t> black = rows_of(network.view(BLACK)),
                          white = rows_of(network.view(WHITE));
    network.row_of.resize(Network::WINDOWS);
    for (uint32_t window = 0; window < Network::WINDOWS; ++window)
        network.row_of[window] = {black[window], white[exchanged(window)]};
    return network;
}

NetworkState::NetworkState(const Network& network, const Board& board)
    : network_(&network),
      base_(board.move_count()),
      turn_(board.turn()),
      common_(board.move_count()) {
    // A line is a ring of 32 cells, as in the board, and a window reaches at most four beyond it.
    for (auto& lines : lines_) lines.fill(~0ull);
    for (Point point : board.points()) {
        Place at = place_of(point);
        for (int d = 0; d < DIRECTIONS; ++d)
            lines_[d][at.line[d]] ^= uint64_t(WALL ^ board.cell(point)) << 2 * at.where[d];
    }
    for (Point point : board.points()) {
        if (board.cell(point) == WALL) continue;
        // What the point would be without any stone does not count, or sums would grow with boards.
        Sums bare = sums_of(point, true);
        Sums& sums = sums_[point] = sums_of(point, false);
        for (size_t c = 0; c < BOTH; ++c)
            total_[c] += std::clamp<int>(sums[c], 0, Network::CLIP) -
                         std::clamp<int>(bare[c], 0, Network::CLIP);
    }
}

NetworkState::Sums NetworkState::sums_of(Point point, bool without_stones) const {
    Sums sums;
    for (Color color : {BLACK, WHITE})
        for (size_t c = 0; c < CHANNELS; ++c)
            sums[color * CHANNELS + c] = network_->view(color).bias[c];
    Place place = place_of(point);
    for (int d = 0; d < DIRECTIONS; ++d) {
        uint64_t ring = std::rotr(lines_[d][place.line[d]], 2 * (place.where[d] - REACH));
        if (without_stones) {
            uint64_t walls = ring & ring >> 1 & 0x5555555555555555ull;
            ring = walls | walls << 1;
        }
        add_window(sums, uint32_t(ring) & WINDOW_BITS);
    }
    return sums;
}

void NetworkState::add_window(Sums& sums, uint32_t window) const {
    auto [black, white] = network_->row_of[window];
    for (size_t c = 0; c < CHANNELS; ++c) {
        sums[c] = int16_t(sums[c] + network_->view(BLACK).rows[black][c]);
        sums[CHANNELS + c] = int16_t(sums[CHANNELS + c] + network_->view(WHITE).rows[white][c]);
    }
}

bool NetworkState::follow(const Board& board) {
    bool is_there = base_ + int(steps_.size()) == common_ && common_ == board.move_count();
    while (base_ + int(steps_.size()) > common_) lift();
    for (int i = common_; i < board.move_count(); ++i)
        put(board.moves()[size_t(i)], (i - base_) % 2 ? other(turn_) : turn_);
    common_ = board.move_count();
    return !is_there;
}

void NetworkState::put(Point point, Color color) {
    const Place place = place_of(point);
    bool is_stone = point != PASS && (lines_[0][place.line[0]] >> 2 * place.where[0] & 3) == EMPTY;
    steps_.push_back({total_, saved_count_, is_stone ? point : PASS, color});
    if (!is_stone) return;  // A pass, or a trap.
    // Searches seldom are as deep as the board has points, so memory grows with them.
    constexpr size_t MOST_CHANGES = 1 + DIRECTIONS * 2 * REACH;
    if (saved_.size() < saved_count_ + MOST_CHANGES) {
        saved_.resize(2 * saved_.size() + MOST_CHANGES);
        saved_points_.resize(saved_.size());
    }
    const uint64_t stone = stone_of(color);
    const auto& black_rows = network_->view(BLACK).rows;
    const auto& white_rows = network_->view(WHITE).rows;
    auto row = [&](uint32_t window) -> Views {
        auto [black, white] = network_->row_of[window];
        return {Lanes::load(black_rows[black].data()), Lanes::load(white_rows[white].data())};
    };
    Views change = {Lanes::of(0), Lanes::of(0)};
    auto settle = [&](Point at, Views before, Views after) {
        before.store(saved_[saved_count_].data());
        saved_points_[saved_count_++] = at;
        change = change + after.clip() - before.clip();
        after.store(sums_[at].data());
    };
    const Views centre = Views::of(sums_[point].data());
    Views new_centre = centre;
    for (int d = 0; d < DIRECTIONS; ++d) {
        uint64_t& line = lines_[d][place.line[d]];
        // Turned so that the cell two reaches before the stone comes first.
        uint64_t old = std::rotr(line, 2 * (place.where[d] - 2 * REACH));
        uint64_t now = old ^ stone << 4 * REACH;
        line ^= stone << 2 * place.where[d];
        for (int i = 0; i < CELLS; ++i) {
            uint32_t before = uint32_t(old >> 2 * i) & WINDOW_BITS;
            if ((before >> 2 * REACH & 3) == WALL) continue;
            Views gone = row(before), come = row(uint32_t(now >> 2 * i) & WINDOW_BITS);
            if (i == REACH) {
                new_centre = new_centre + come - gone;
                continue;
            }
            Point at = Point(point + (i - REACH) * STEP[size_t(d)]);
            Views sums = Views::of(sums_[at].data());
            settle(at, sums, sums + come - gone);
        }
    }
    settle(point, centre, new_centre);
    alignas(64) Sums added;
    change.store(added.data());
    for (size_t c = 0; c < BOTH; ++c) total_[c] += added[c];
}

void NetworkState::lift() {
    const Step& step = steps_.back();
    if (step.point != PASS) {
        for (uint32_t i = step.saved; i < saved_count_; ++i) sums_[saved_points_[i]] = saved_[i];
        Place place = place_of(step.point);
        for (int d = 0; d < DIRECTIONS; ++d)
            lines_[d][place.line[d]] ^= uint64_t(stone_of(step.color)) << 2 * place.where[d];
        total_ = step.total;
        saved_count_ = step.saved;
    }
    steps_.pop_back();
}

void NetworkState::think(const Board& board, int mask) {
    if (!follow(board) && has_thought_) return;
    has_thought_ = true;
    const Network::Head& head = network_->head(board.turn());
    alignas(64) std::array<int16_t, BOTH> in;
    const size_t mine = board.turn() * CHANNELS, theirs = CHANNELS - mine;
    for (size_t c = 0; c < CHANNELS; ++c) {
        in[c] = int16_t(std::clamp(total_[mine + c] >> SUM_SHIFT, -32767, 32767));
        in[CHANNELS + c] = int16_t(std::clamp(total_[theirs + c] >> SUM_SHIFT, -32767, 32767));
    }
    alignas(64) std::array<int32_t, HIDDEN> sums = head.first_bias;
    multiply(in.data(), head.first.data(), sums.data());
    const auto& threats = head.threats[size_t(mask)];
    for (size_t h = 0; h < HIDDEN; ++h)
        hidden_[h] = int16_t(std::clamp((sums[h] >> FIRST_SHIFT) + threats[h], 0, HIDDEN_LIMIT));
}

int NetworkState::value(const Board& board, int mask, int value) {
    think(board, mask);
    const Network::Head& head = network_->head(board.turn());
    alignas(64) std::array<int32_t, HIDDEN> sums = head.second_bias;
    multiply(hidden_.data(), head.second.data(), sums.data());
    int64_t sum = head.value_bias;
    for (size_t h = 0; h < HIDDEN; ++h)
        sum += std::clamp(sums[h] >> WEIGHT_BITS, 0, HIDDEN_LIMIT) * int(head.value[h]);
    return int(sum * head.unit >> (HIDDEN_BITS + WEIGHT_BITS)) + head.worth[size_t(mask)] +
           int(int64_t(value) * head.values_share >> WEIGHT_BITS);
}

void NetworkState::prepare_scores(const Board& board, int mask) {
    think(board, mask);
    const Network::Head& head = network_->head(board.turn());
    scores_share_ = head.scores_share;
    alignas(64) std::array<int32_t, BOTH> sums = head.moves_bias;
    multiply(hidden_.data(), head.moves.data(), sums.data());
    // Sums of a point are Black's first, weights are the mover's first.
    const size_t turn = board.turn() * CHANNELS;
    for (size_t c = 0; c < BOTH; ++c)
        move_weights_[c ^ turn] = int16_t(std::clamp(sums[c] >> WEIGHT_BITS, -32767, 32767));
}

int NetworkState::score(Point point, int score) const {
    const int16_t* sums = sums_[point].data();
    const int16_t* weights = move_weights_.data();
    int sum = dot(clipped(Lanes::load(sums)), Lanes::load(weights),
                  clipped(Lanes::load(sums + CHANNELS)), Lanes::load(weights + CHANNELS));
    // Sums have nine bits behind the point and weights eight; scores are in hundredths.
    return int(int64_t(sum) * 100 >> (SUM_BITS + HIDDEN_BITS)) +
           int(int64_t(score) * scores_share_ >> WEIGHT_BITS);
}

}  // namespace tengen
