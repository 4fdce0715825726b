// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr std::size_t blockCount = 6;
constexpr double leastPairs = 32;  // as for the whole image (measurement.md section 1)

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
    return image.visit([&](auto plane) { return Image(block.width, block.height, cut(plane, image.width(), block)); });
}

double meanOf(const MaskedImage& image) {
    return image.image.visit([&](auto plane) {
        double sum = 0;
        std::size_t count = 0;
        const auto valid = image.mask.pixels();
        for (std::size_t i = 0; i < plane.size(); ++i) {
            if (!valid.empty() && !valid[i]) continue;
            sum += static_cast<double>(plane[i]);
            ++count;
        }
        return sum / static_cast<double>(count);
    });
}

/// Pairs in a full rectangle.
LagSums rectanglePairs(const PixelRect& block, int maxLag) {
    LagSums pairs(maxLag, 0);
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0)
            pairs.at(X0, Y0) = static_cast<double>(block.width - std::abs(X0)) * static_cast<double>(block.height - Y0);
    return pairs;
}

LagSums sumOf(const std::vector<LagSums>& parts) {
    LagSums sum = parts.front();
    for (std::size_t part = 1; part < parts.size(); ++part)
        for (std::size_t i = 0; i < sum.values.size(); ++i)
            sum.values[i] += parts[part].values[i];
    return sum;
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
    std::shared_ptr<const CorrelationEngine> engine;
    std::unique_ptr<CorrelationPlan> sums, maskPairs;  // made when first needed
    std::unique_ptr<AzimuthalAverager> average;

    bool isPossible() const { return shape.maxLag >= 1; }

    /// C of all blocks but one, per pair and 1 at the origin: from the sums over all blocks, less that block's.
    CorrelationMap without(const LagSums& blockN, const LagSums& blockPairs, const LagSums& allN, const LagSums& allPairs) const {
        const std::size_t origin = allN.index(0, 0), size = allN.values.size();
        const double variance =
            (allN.values[origin] - blockN.values[origin]) / (allPairs.values[origin] - blockPairs.values[origin]);
        const double fewest = variance > 0 ? leastPairs : std::numeric_limits<double>::infinity();
        constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
        std::vector<double> values(size), pairs(size);
        for (std::size_t i = 0; i < size; ++i) {
            const double count = allPairs.values[i] - blockPairs.values[i];
            const double value = (allN.values[i] - blockN.values[i]) / (count * variance);
            pairs[i] = count;
            values[i] = count >= fewest ? value : undefined;
        }
        return {shape.maxLag, true, std::move(values), std::move(pairs)};
    }
};

LeaveOneOut::LeaveOneOut(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& whole, const MeasureSettings& settings,
                         double aspect)
    : parts_(std::make_unique<Parts>()) {
    parts_->settings = settings;
    parts_->blocks = subImages(whole.width, whole.height);
    parts_->engine = std::move(engine);
    const PixelRect& block = parts_->blocks.front();
    parts_->shape = whole;
    parts_->shape.width = block.width;
    parts_->shape.height = block.height;
    parts_->shape.maxLag = subImageMaxLag(whole.width, whole.height, whole.maxLag);
    parts_->shape.batch = blockCount;
    if (parts_->isPossible())
        parts_->average = std::make_unique<AzimuthalAverager>(parts_->shape.maxLag, settings.azimuth, aspect);
}

LeaveOneOut::~LeaveOneOut() = default;
LeaveOneOut::LeaveOneOut(LeaveOneOut&&) noexcept = default;

std::vector<RadialProfile> LeaveOneOut::operator()(const MaskedImage& image, std::stop_token stop) {
    Parts& parts = *parts_;
    if (!parts.isPossible()) return {};

    const double mean = parts.settings.mean == MeanMode::none ? 0 : meanOf(image);
    std::vector<PlanePair> planes, masks;
    for (const PixelRect& block : parts.blocks) {
        Plane plane{cut(image.image, block), {}, {mean}};
        if (!image.mask.isAllValid()) {
            plane.mask = Mask(block.width, block.height, cut(image.mask.pixels(), image.mask.width(), block));
            masks.push_back(
                {{Image(block.width, block.height, cut(image.mask.pixels(), image.mask.width(), block)), {}, {}}, {}});
        }
        planes.push_back({std::move(plane), {}});
    }

    if (!parts.sums) parts.sums = parts.engine->plan(parts.shape);
    const std::vector<LagSums> N = parts.sums->run(planes, stop);
    std::vector<LagSums> n(blockCount, rectanglePairs(parts.blocks.front(), parts.shape.maxLag));
    if (!masks.empty()) {
        if (!parts.maskPairs) {
            PlanShape shape = parts.shape;
            shape.type = PixelType::u8;
            parts.maskPairs = parts.engine->plan(shape);
        }
        n = parts.maskPairs->run(masks, stop);
        for (LagSums& pairs : n)
            for (double& count : pairs.values)
                count = std::trunc(count + 0.5);
    }
    if (N.size() < blockCount || n.size() < blockCount) return {};  // stopped

    const LagSums allN = sumOf(N), allPairs = sumOf(n);
    std::vector<RadialProfile> replicates;
    for (std::size_t left = 0; left < blockCount; ++left)
        replicates.push_back(parts.average->valuesOf(parts.without(N[left], n[left], allN, allPairs)));
    return replicates;
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
                            LengthScale (*again)(const RadialProfile& replicate, double wholePx)) {
    const bool isInRange = !replicates.empty() && whole.px < static_cast<double>(replicates.front().size() - 1);
    if (!whole.isFound() || !isInRange) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> lengths;
    for (const RadialProfile& replicate : replicates)
        lengths.push_back(again(replicate, whole.px).px);
    return jackknifeError(lengths);
}

}  // namespace coarsen
