// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/run_pairs.hpp"
#include "core/measure/small_radii.hpp"
#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t blockCount = 6;
constexpr double leastPairs = 32;  // as for the whole image (science/definitions.md)

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

double meanOf(const MaskedImage& image, int channel) {
    return image.image.visit(
        [&](auto plane) {
            double sum = 0;
            std::size_t count = 0;
            const auto valid = image.mask.pixels();
            for (std::size_t i = 0; i < plane.size(); ++i) {
                if (!valid.empty() && !valid[i]) continue;
                sum += static_cast<double>(plane[i]);
                ++count;
            }
            return sum / static_cast<double>(count);
        },
        channel);
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

    /// C of all blocks but one, per pair and 1 at the origin, for each block that is left out: in place of the blocks' sums.
    /// Says which of them are defined everywhere.
    static std::array<bool, blockCount> leaveOut(std::vector<LagSums>& N, const std::vector<PairCounts>& n) {
        const auto pairsOf = [&](std::size_t block) { return n[n.size() == 1 ? 0 : block].data(); };
        const std::size_t size = N.front().values.size(), origin = N.front().index(0, 0);
        constexpr std::size_t chunk = 512;
        std::array<double, chunk> sums, pairs;
        const auto addUp = [&](std::size_t first, std::size_t length) {
            for (std::size_t block = 0; block < blockCount; ++block) {
                const double* const values = N[block].values.data() + first;
                const std::int32_t* const counts = pairsOf(block) + first;
                for (std::size_t i = 0; i < length; ++i) {
                    sums[i] = block == 0 ? values[i] : sums[i] + values[i];
                    pairs[i] = block == 0 ? counts[i] : pairs[i] + counts[i];
                }
            }
        };
        addUp(origin, 1);
        std::array<double, blockCount> variance;
        for (std::size_t left = 0; left < blockCount; ++left)
            variance[left] = (sums[0] - N[left].values[origin]) / (pairs[0] - pairsOf(left)[origin]);

        std::array<bool, blockCount> isDefined;
        isDefined.fill(true);
        constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t first = 0; first < size; first += chunk) {
            const std::size_t length = std::min(chunk, size - first);
            addUp(first, length);
            for (std::size_t left = 0; left < blockCount; ++left) {
                const double fewest = variance[left] > 0 ? leastPairs : std::numeric_limits<double>::infinity();
                double* const values = N[left].values.data() + first;
                const std::int32_t* const counts = pairsOf(left) + first;
                std::size_t missing = 0;
                for (std::size_t i = 0; i < length; ++i) {
                    const double count = pairs[i] - counts[i];
                    const double value = (sums[i] - values[i]) / (count * variance[left]);
                    values[i] = count >= fewest ? value : undefined;
                    missing += std::isnan(values[i]) ? 1 : 0;
                }
                isDefined[left] = isDefined[left] && missing == 0;
            }
        }
        return isDefined;
    }

    /// Lays the rows out as the averager's maps are, and averages.
    RadialProfile averageOf(const LagSums& map, std::vector<double>& rows) const {
        if (map.maxLag == average->maxLag()) return average->valuesOf(map.values, map.maxLag);
        const auto length = static_cast<std::size_t>(2 * average->maxLag() + 1),
                   height = static_cast<std::size_t>(map.maxLag + 1);
        rows.resize(length * height);
        for (int Y0 = 0; Y0 <= map.maxLag; ++Y0)
            std::copy_n(&map.values[map.index(-map.maxLag, Y0)], map.rowLength(),
                        &rows[static_cast<std::size_t>(Y0) * length + static_cast<std::size_t>(average->maxLag() - map.maxLag)]);
        return average->valuesOf(rows, map.maxLag);
    }

    std::vector<RadialProfile> profiles(std::vector<LagSums>& maps, const std::array<bool, blockCount>& isDefined) const {
        std::vector<RadialProfile> replicates;
        std::vector<double> rows;
        for (std::size_t left = 0; left < blockCount; ++left) {
            FineCurve fine;
            if (settings.smallRadii == SmallRadii::quarter) fine = fineCurve(maps[left].values, shape.maxLag, aspect);
            if (isDefined[left]) {
                replicates.push_back(averageOf(maps[left], rows));
                replicates.back().fine = std::move(fine);
                continue;
            }
            // The pairs behind an average are not asked for.
            const auto pairs = std::make_shared<const LagSums>(shape.maxLag, 0);
            replicates.push_back(average->valuesWhereDefined({shape.maxLag, true, std::move(maps[left].values), pairs}));
            replicates.back().fine = std::move(fine);
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
    std::vector<double> means;
    for (int channel = 0; channel < image.image.channels(); ++channel)
        means.push_back(parts.settings.mean == MeanMode::none ? 0 : meanOf(image, channel));
    const auto planeOf = [&](const PixelRect& block) {
        return Plane{cut(image.image, block), Parts::maskIn(image.mask, block), means};
    };
    std::vector<LagSums> N;
    if (!parts.forEachBlock(
            *parts.sums, planeOf, [&](LagSums&& sums) { N.push_back(std::move(sums)); }, stop))
        return {};
    const auto isDefined = Parts::leaveOut(N, n);
    n = {};
    return parts.profiles(N, isDefined);
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
