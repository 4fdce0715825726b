// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/plane_statistics.hpp"
#include "core/correlate/run_pairs.hpp"
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t blockCount = 6;
constexpr std::int32_t leastPairs = 32;  // as for the whole image (science/definitions.md)

template <typename T>
std::vector<T> cut(std::span<const T> plane, int width, const PixelRect& block) {
    std::vector<T> part;
    part.reserve(static_cast<std::size_t>(block.width) * static_cast<std::size_t>(block.height));
    for (int y = block.y; y < block.y + block.height; ++y) {
        const auto row =
            plane.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(block.x),
                          static_cast<std::size_t>(block.width));
        part.insert(part.end(), row.begin(), row.end());
    }
    return part;
}

Image cut(const Image& image, const PixelRect& block) {
    return image.visit([&](auto first) {
        auto pixels = cut(first, image.width(), block);
        for (int channel = 1; channel < image.channels(); ++channel) {
            const auto part = cut(image.plane<typename decltype(pixels)::value_type>(channel), image.width(), block);
            pixels.insert(pixels.end(), part.begin(), part.end());
        }
        return Image(block.width, block.height, std::move(pixels), image.channels());
    });
}

/// Numbers of pairs, whole and below 2^28: half the memory of the sums.
using PairCounts = std::vector<std::int32_t>;

/// Pairs in a full rectangle.
PairCounts rectanglePairs(const PixelRect& block, int maxLag) {
    PairCounts pairs;
    pairs.reserve(static_cast<std::size_t>(2 * maxLag + 1) * static_cast<std::size_t>(maxLag + 1));
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0)
            pairs.push_back((block.width - std::abs(X0)) * (block.height - Y0));
    return pairs;
}

/// C of all blocks but one, per pair and 1 at the origin, for each block that is left out: row by row, for no map of them is
/// needed but where it is not defined everywhere.
class WithoutOne {
public:
    /// Sums and pairs of the blocks; of pairs only one where all blocks have the same. They must outlive it.
    WithoutOne(const std::vector<LagSums>& N, const std::vector<PairCounts>& n)
        : N_(N), n_(n), sums_(length()), pairs_(length()) {
        isDefined_.fill(true);
        addUp(N.front().index(0, 0), 1);
        for (std::size_t left = 0; left < blockCount; ++left) {
            const std::size_t origin = N.front().index(0, 0);
            variance_[left] = (sums_[0] - N[left].values[origin]) / (pairs_[0] - pairsOf(left)[origin]);
            rows_[left].resize(length());
            origins_[left] = rows_[left].data() + N.front().maxLag;
        }
    }

    /// Row Y0 of each, by its value at X0 = 0, until the next is asked for; NaN where fewer than 32 pairs are left.
    std::span<const double* const> row(int Y0) {
        const std::size_t first = N_.front().index(-N_.front().maxLag, Y0);
        addUp(first, length());
        for (std::size_t left = 0; left < blockCount; ++left)
            leaveOut(left, first);
        return origins_;
    }

    /// True where all values of the rows so far are there.
    bool isDefined(std::size_t left) const { return isDefined_[left]; }

    CorrelationMap map(std::size_t left) {
        std::vector<double> values;
        for (int Y0 = 0; Y0 <= N_.front().maxLag; ++Y0) {
            row(Y0);
            values.insert(values.end(), rows_[left].begin(), rows_[left].end());
        }
        // The pairs behind an average are not asked for.
        const auto pairs = std::make_shared<const LagSums>(N_.front().maxLag, 0);
        return {N_.front().maxLag, true, std::move(values), pairs};
    }

private:
    std::size_t length() const { return static_cast<std::size_t>(N_.front().rowLength()); }
    const std::int32_t* pairsOf(std::size_t block) const { return n_[n_.size() == 1 ? 0 : block].data(); }

    /// Over all blocks, at `count` offsets from `first` on.
    void addUp(std::size_t first, std::size_t count) {
        for (std::size_t block = 0; block < blockCount; ++block) {
            const double* const values = N_[block].values.data() + first;
            const std::int32_t* const counts = pairsOf(block) + first;
            for (std::size_t i = 0; i < count; ++i) {
                sums_[i] = block == 0 ? values[i] : sums_[i] + values[i];
                pairs_[i] = block == 0 ? counts[i] : pairs_[i] + counts[i];
            }
        }
    }

    void leaveOut(std::size_t left, std::size_t first) {
        const double variance = variance_[left];
        const double* const values = N_[left].values.data() + first;
        const std::int32_t* const counts = pairsOf(left) + first;
        double* const without = rows_[left].data();
        std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
        for (std::size_t i = 0; i < length(); ++i) {
            const std::int32_t count = pairs_[i] - counts[i];
            without[i] = (sums_[i] - values[i]) / (static_cast<double>(count) * variance);
            fewest = std::min(fewest, count);
        }
        if (variance > 0 && fewest >= leastPairs) return;
        isDefined_[left] = false;
        for (std::size_t i = 0; i < length(); ++i)
            if (!(variance > 0) || pairs_[i] - counts[i] < leastPairs) without[i] = std::numeric_limits<double>::quiet_NaN();
    }

    const std::vector<LagSums>& N_;
    const std::vector<PairCounts>& n_;
    std::vector<double> sums_;  // of all blocks
    PairCounts pairs_;
    std::array<double, blockCount> variance_;
    std::array<std::vector<double>, blockCount> rows_;
    std::array<const double*, blockCount> origins_;
    std::array<bool, blockCount> isDefined_;
};

double jackknifeError(const std::vector<double>& replicates) {
    double mean = 0, squares = 0;
    const auto count = static_cast<double>(replicates.size());
    for (const double value : replicates)
        mean += value / count;
    for (const double value : replicates)
        squares += (value - mean) * (value - mean);
    return std::sqrt((count - 1) / count * squares);
}

}  // namespace

std::vector<PixelRect> subImages(int width, int height) {
    const int across = width >= height ? 3 : 2, down = static_cast<int>(blockCount) / across;
    const int w = width / across, h = height / down;
    std::vector<PixelRect> blocks;
    for (int i = 0; i < static_cast<int>(blockCount); ++i)
        blocks.push_back({i % across * w, i / across * h, w, h});
    return blocks;
}

int subImageMaxLag(int width, int height, int maxLag) {
    const PixelRect block = subImages(width, height).front();
    return std::min(maxLag, std::min(block.width, block.height) - 1);
}

struct LeaveOneOut::Parts {
    MeasureSettings settings;
    std::vector<PixelRect> blocks;
    PlanShape shape;
    int wholeMaxLag = 0;
    double aspect = 1;
    std::shared_ptr<const CorrelationEngine> engine;
    std::unique_ptr<CorrelationPlan> sums, maskPairs;  // made when first needed
    std::shared_ptr<const AzimuthalAverager> average;  // likewise

    bool isPossible() const { return shape.maxLag >= 1; }

    /// The whole image's averager, where it will do; false after a stop.
    bool makeAverage(const std::stop_token& stop) {
        if (!average) average = AzimuthalAverager::shared(wholeMaxLag, settings.azimuth, aspect, stop);
        if (average && shape.maxLag < average->maxLag() && !average->takesSmallerMaps())
            average = AzimuthalAverager::shared(shape.maxLag, settings.azimuth, aspect, stop);
        return average != nullptr;
    }

    /// The lag sums of each block, or fewer after a stop. A device gets all blocks at once, a processor one by one: then one
    /// block at a time is held beside the sums.
    template <typename PlaneOf, typename Take>
    bool forEachBlock(CorrelationPlan& plan, PlaneOf planeOf, Take take, std::stop_token stop) const {
        const std::size_t atOnce = engine->description().isGpu ? blockCount : 1;
        for (std::size_t first = 0; first < blockCount; first += atOnce) {
            std::vector<PlanePair> planes;
            for (std::size_t i = first; i < first + atOnce; ++i)
                planes.push_back({planeOf(blocks[i]), {}});
            std::vector<LagSums> answers = plan.run(planes, stop);
            if (answers.size() < atOnce) return false;
            for (LagSums& answer : answers)
                take(std::move(answer));
        }
        return true;
    }

    static Mask maskIn(const Mask& mask, const PixelRect& block) {
        return mask.isAllValid() ? Mask() : Mask(block.width, block.height, cut(mask.pixels(), mask.width(), block));
    }

    /// Pairs within each block; only one where all blocks have the same. None after a stop.
    std::vector<PairCounts> pairsIn(const Mask& mask, std::stop_token stop) {
        if (mask.isAllValid()) return {rectanglePairs(blocks.front(), shape.maxLag)};
        std::vector<PairCounts> pairs;
        if (!engine->description().isGpu) {
            for (const PixelRect& block : blocks) {
                auto counted = pairsFromRuns(block.width, block.height, shape.maxLag, cut(mask.pixels(), mask.width(), block));
                if (!counted) break;
                pairs.push_back(std::move(*counted));
            }
            if (pairs.size() == blocks.size()) return pairs;
            pairs.clear();
        }
        if (!maskPairs) {
            PlanShape ofMasks = shape;
            ofMasks.type = PixelType::u8;
            ofMasks.channels = 1;
            maskPairs = engine->plan(ofMasks);
        }
        const auto planeOf = [&](const PixelRect& block) {
            return Plane{Image(block.width, block.height, cut(mask.pixels(), mask.width(), block)), {}, {}};
        };
        const auto take = [&](const LagSums& counts) {
            pairs.emplace_back(counts.values.size());
            std::ranges::transform(counts.values, pairs.back().begin(),
                                   [](double count) { return static_cast<std::int32_t>(std::trunc(count + 0.5)); });
        };
        if (!forEachBlock(*maskPairs, planeOf, take, stop)) return {};
        return pairs;
    }

    std::vector<RadialProfile> profiles(const std::vector<LagSums>& N, const std::vector<PairCounts>& n) const {
        WithoutOne maps(N, n);
        SumsOverCircles sums = average->sumsOver(blockCount, shape.maxLag);
        std::optional<FineCurves> fine;
        if (settings.smallRadii == SmallRadii::quarter) fine.emplace(aspect, blockCount, shape.maxLag);
        for (int Y0 = 0; Y0 <= shape.maxLag; ++Y0) {
            const auto rows = maps.row(Y0);
            sums.add(Y0, rows);
            if (fine) fine->add(Y0, rows);
        }
        std::vector<RadialProfile> replicates;
        for (std::size_t left = 0; left < blockCount; ++left) {
            replicates.push_back(maps.isDefined(left) ? average->valuesOf(sums, left)
                                                      : average->valuesWhereDefined(maps.map(left)));
            if (fine) replicates.back().fine = fine->of(left);
        }
        return replicates;
    }
};

LeaveOneOut::LeaveOneOut(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& whole, const MeasureSettings& settings,
                         double aspect)
    : parts_(std::make_unique<Parts>()) {
    parts_->settings = settings;
    parts_->aspect = aspect;
    parts_->blocks = subImages(whole.width, whole.height);
    parts_->engine = std::move(engine);
    const PixelRect& block = parts_->blocks.front();
    parts_->shape = whole;
    parts_->wholeMaxLag = whole.maxLag;
    parts_->shape.width = block.width;
    parts_->shape.height = block.height;
    parts_->shape.maxLag = subImageMaxLag(whole.width, whole.height, whole.maxLag);
    parts_->shape.batch = blockCount;
}

LeaveOneOut::~LeaveOneOut() = default;
LeaveOneOut::LeaveOneOut(LeaveOneOut&&) noexcept = default;

std::vector<RadialProfile> LeaveOneOut::operator()(const MaskedImage& image, std::stop_token stop) {
    Parts& parts = *parts_;
    if (!parts.isPossible() || !parts.makeAverage(stop)) return {};

    std::vector<PairCounts> n = parts.pairsIn(image.mask, stop);
    if (n.empty()) return {};  // stopped
    if (!parts.sums) parts.sums = parts.engine->plan(parts.shape);
    const std::vector<double> means =
        parts.settings.mean == MeanMode::none ? std::vector<double>() : planeMeans(image.image, image.mask);
    const auto planeOf = [&](const PixelRect& block) {
        return Plane{cut(image.image, block), Parts::maskIn(image.mask, block), means};
    };
    std::vector<LagSums> N;
    if (!parts.forEachBlock(
            *parts.sums, planeOf, [&](LagSums&& sums) { N.push_back(std::move(sums)); }, stop))
        return {};
    return parts.profiles(N, n);
}

std::vector<double> jackknifeProfileError(const std::vector<RadialProfile>& replicates, std::size_t radii) {
    std::vector<double> errors(radii, std::numeric_limits<double>::quiet_NaN());
    if (replicates.empty()) return errors;
    for (std::size_t r = 0; r < std::min(radii, replicates.front().size()); ++r) {
        std::vector<double> values;
        for (const RadialProfile& replicate : replicates)
            values.push_back(replicate.value[r]);
        errors[r] = jackknifeError(values);
    }
    return errors;
}

double jackknifeLengthError(const std::vector<RadialProfile>& replicates, const LengthScale& whole,
                            LengthScale (*again)(const RadialProfile& replicate, double wholePx, const MeasureSettings&),
                            const MeasureSettings& settings) {
    const bool isInRange = !replicates.empty() && whole.px < static_cast<double>(replicates.front().size() - 1);
    if (!whole.isFound() || !isInRange) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> lengths;
    for (const RadialProfile& replicate : replicates)
        lengths.push_back(again(replicate, whole.px, settings).px);
    return jackknifeError(lengths);
}

}  // namespace coarsen
