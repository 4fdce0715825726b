// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/correlate.hpp"

#include "core/base/error.hpp"
#include "core/correlate/overlap_moments.hpp"
#include "core/correlate/plan_shape.hpp"
#include "core/correlate/plane_statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

constexpr double fewestPairs = 32, smallestPairShare = 0.01;  // science/definitions.md

/// One image ready for its sums.
struct Prepared {
    MaskedImage source;
    PlaneStatistics statistics;
};

/// Sums beside N at every lag: of (a - mean) and (a - mean)^2 over the overlap, of both images and each channel.
struct SideSums {
    std::vector<LagSums> a, b;                  ///< one a channel; of an autocorrelation a's alone
    std::optional<LagSums> squaresA, squaresB;  ///< channels summed; only for norm `local`

    const std::vector<LagSums>& ofB() const { return b.empty() ? a : b; }
    const LagSums& squaresOfB() const { return squaresB ? *squaresB : *squaresA; }
};

}  // namespace

struct Correlator::Parts {
    std::shared_ptr<const CorrelationEngine> engine;
    PlanShape shape;
    MeanMode mean;
    NormMode norm;
    std::unique_ptr<CorrelationPlan> products;
    OverlapMoments moments;

    Prepared prepared(const MaskedImage& frame) const;
    Plane planeOf(const Prepared& image) const;
    std::optional<CorrelationMap> map(LagSums products, const Prepared& a, const Prepared& b, std::stop_token stop);

private:
    /// A float32 engine loses its digits on data that are not centred: it never sees raw images, and the means come back later.
    bool addsMeansBack() const { return mean == MeanMode::none && !isExact(); }
    bool isExact() const { return engine->description().isExactFor(shape.type); }
    bool needsSideSums() const { return mean == MeanMode::overlap || norm == NormMode::local || addsMeansBack(); }
    /// Values that the planes are centred by.
    std::vector<double> centres(const Prepared& image) const {
        const bool isRaw = mean == MeanMode::none && !addsMeansBack();
        return isRaw ? std::vector<double>(image.statistics.means.size()) : image.statistics.means;
    }
    double energyOf(const Prepared& image) const {
        return mean == MeanMode::none ? image.statistics.energy : image.statistics.energyAboutMeans;
    }
    std::optional<SideSums> sideSums(const Prepared& a, const Prepared& b, std::stop_token stop);
    double product(double N, const SideSums& sides, const Prepared& a, const Prepared& b, double n, int X0, int Y0) const;
    double overlapEnergy(const std::vector<LagSums>& sums, const LagSums& squares, const Prepared& image, double n, int X0,
                         int Y0, int sign) const;
};

Prepared Correlator::Parts::prepared(const MaskedImage& frame) const {
    Prepared image{frame, {}};
    if (shape.type == PixelType::f32) image.source.image = frame.image.asFloat();
    image.statistics = planeStatistics(image.source.image, image.source.mask);
    return image;
}

Plane Correlator::Parts::planeOf(const Prepared& image) const {
    return {image.source.image, image.source.mask, centres(image)};
}

std::optional<SideSums> Correlator::Parts::sideSums(const Prepared& a, const Prepared& b, std::stop_token stop) {
    SideSums sides;
    const auto collect = [&](const Prepared& image, const Mask& partner, std::vector<LagSums>& sums,
                             std::optional<LagSums>& squares) {
        std::vector<double> summedSquares;
        for (int channel = 0; channel < shape.channels; ++channel) {
            if (stop.stop_requested()) return false;
            const double centre = centres(image)[static_cast<std::size_t>(channel)];
            std::vector<double> field = centredField(image.source.image, image.source.mask, channel, centre);
            std::optional<LagSums> sum = moments.sumsOverPartners(field, partner, stop);
            if (!sum) return false;
            sums.push_back(std::move(*sum));
            summedSquares.resize(field.size());
            for (std::size_t i = 0; i < field.size(); ++i)
                summedSquares[i] += field[i] * field[i];
        }
        if (norm == NormMode::local) squares = moments.sumsOverPartners(summedSquares, partner, stop);
        return norm != NormMode::local || squares.has_value();
    };
    if (!collect(a, b.source.mask, sides.a, sides.squaresA)) return std::nullopt;
    if (!shape.isAutocorrelation && !collect(b, a.source.mask, sides.b, sides.squaresB)) return std::nullopt;
    return sides;
}

/// N(X0, Y0) with the means asked for, from the sum of products of centred planes.
double Correlator::Parts::product(double N, const SideSums& sides, const Prepared& a, const Prepared& b, double n, int X0,
                                  int Y0) const {
    for (std::size_t channel = 0; channel < sides.a.size(); ++channel) {
        const double sumA = sides.a[channel].at(X0, Y0), sumB = sides.ofB()[channel].at(-X0, -Y0);
        if (mean == MeanMode::overlap) N -= sumA * sumB / n;
        if (addsMeansBack()) {
            const double meanA = a.statistics.means[channel], meanB = b.statistics.means[channel];
            N += meanA * sumB + meanB * sumA + meanA * meanB * n;
        }
    }
    return N;
}

/// va (sign +1) or vb (sign -1) of norm `local`.
double Correlator::Parts::overlapEnergy(const std::vector<LagSums>& sums, const LagSums& squares, const Prepared& image, double n,
                                        int X0, int Y0, int sign) const {
    double energy = squares.at(sign * X0, sign * Y0);
    for (std::size_t channel = 0; channel < sums.size(); ++channel) {
        const double sum = sums[channel].at(sign * X0, sign * Y0);
        if (mean == MeanMode::overlap) energy -= sum * sum / n;
        if (addsMeansBack()) energy += image.statistics.means[channel] * (2 * sum + image.statistics.means[channel] * n);
    }
    const double rounding = (isExact() ? 1e-12 : 1e-6) * energyOf(image);
    return energy > rounding ? energy : 0;
}

std::optional<CorrelationMap> Correlator::Parts::map(LagSums sums, const Prepared& a, const Prepared& b, std::stop_token stop) {
    const std::shared_ptr<const LagSums> counts = moments.pairCounts(a.source.mask, b.source.mask, stop);
    if (!counts) return std::nullopt;
    SideSums sides;
    if (needsSideSums()) {
        std::optional<SideSums> computed = sideSums(a, b, stop);
        if (!computed) return std::nullopt;
        sides = std::move(*computed);
    }

    const double enoughPairs = std::max(fewestPairs, smallestPairShare * static_cast<double>(shape.width) * shape.height);
    const double energyA = energyOf(a), energyB = energyOf(b);
    const double meanSquares = std::sqrt(energyA / a.statistics.validPixels * (energyB / b.statistics.validPixels));
    const double energies = std::sqrt(energyA * energyB);
    constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
    std::vector<double>& values = sums.values;  // a sum gives way to what becomes of it
    if (!needsSideSums()) {  // the usual case: the same formulas, in a loop that the compiler turns into vectors
        const double whole = norm == NormMode::energy ? energies : 0, perPair = norm == NormMode::count ? meanSquares : 0;
        const double fewest = whole > 0 || perPair > 0 ? enoughPairs : std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double n = counts->values[i], value = values[i] / (whole + n * perPair);
            values[i] = n < fewest ? undefined : value;
        }
    }
    for (int Y0 = sums.minY; needsSideSums() && Y0 <= sums.maxLag; ++Y0) {
        for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0) {
            const std::size_t i = sums.index(X0, Y0);
            const double n = counts->values[i];
            const double N = std::exchange(values[i], undefined);
            if (n < enoughPairs) continue;
            const double centredN = product(N, sides, a, b, n, X0, Y0);
            double denominator = 0;
            switch (norm) {
                case NormMode::energy:
                    denominator = energies;
                    break;
                case NormMode::count:
                    denominator = n * meanSquares;
                    break;
                case NormMode::local:
                    denominator = std::sqrt(overlapEnergy(sides.a, *sides.squaresA, a, n, X0, Y0, +1) *
                                            overlapEnergy(sides.ofB(), sides.squaresOfB(), b, n, X0, Y0, -1));
                    break;
            }
            if (denominator > 0) values[i] = centredN / denominator;
        }
    }
    // By definition; a float32 engine's sum would leave the seventh digit to chance.
    double& atOrigin = values[sums.index(0, 0)];
    if (shape.isAutocorrelation && !std::isnan(atOrigin)) atOrigin = 1;

    CorrelationMap map(shape.maxLag, shape.isAutocorrelation, std::move(values), counts);
    map.variance = meanSquares;
    map.engine = engine->description().name;
    map.variant = products->variant();
    return map;
}

Correlator::Correlator(std::shared_ptr<const CorrelationEngine> engine, PlanShape shape, MeanMode mean, NormMode norm) {
    checkPossible(shape);
    auto products = engine->plan(shape);
    OverlapMoments moments(engine, shape);
    parts_ = std::make_unique<Parts>(std::move(engine), shape, mean, norm, std::move(products), std::move(moments));
}
Correlator::~Correlator() = default;
Correlator::Correlator(Correlator&&) noexcept = default;

const PlanShape& Correlator::shape() const {
    return parts_->shape;
}

std::vector<CorrelationMap> Correlator::autocorrelation(std::span<const MaskedImage> frames, std::stop_token stop) {
    assert(parts_->shape.isAutocorrelation);
    std::vector<Prepared> prepared;
    std::vector<PlanePair> planes;
    for (const MaskedImage& frame : frames) {
        prepared.push_back(parts_->prepared(frame));
        planes.push_back({parts_->planeOf(prepared.back()), {}});
    }
    std::vector<LagSums> sums = parts_->products->run(planes, stop);
    std::vector<CorrelationMap> maps;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        std::optional<CorrelationMap> map = parts_->map(std::move(sums[i]), prepared[i], prepared[i], stop);
        if (!map) break;
        maps.push_back(std::move(*map));
    }
    return maps;
}

CorrelationMap Correlator::crossCorrelation(const MaskedImage& a, const MaskedImage& b, std::stop_token stop) {
    assert(!parts_->shape.isAutocorrelation);
    const Prepared first = parts_->prepared(a);
    if (stop.stop_requested()) return {};
    const Prepared second = parts_->prepared(b);
    const PlanePair planes{parts_->planeOf(first), parts_->planeOf(second)};
    std::vector<LagSums> sums = parts_->products->run(std::span(&planes, 1), stop);
    if (sums.empty()) return {};
    return parts_->map(std::move(sums.front()), first, second, stop).value_or(CorrelationMap());
}

CorrelationMap correlate(const MaskedImage& a, const MaskedImage& b, MeanMode mean, NormMode norm, int maxLag,
                         const std::shared_ptr<const CorrelationEngine>& engine, int threads) {
    PlanShape shape;
    shape.width = a.image.width();
    shape.height = a.image.height();
    shape.channels = a.image.channels();
    shape.maxLag = maxLag;
    shape.isAutocorrelation = b.image.isEmpty();
    shape.type = shape.isAutocorrelation || a.image.type() == b.image.type() ? a.image.type() : PixelType::f32;
    shape.threads = threads;
    Correlator correlator(engine, shape, mean, norm);
    if (!shape.isAutocorrelation) return correlator.crossCorrelation(a, b);
    return std::move(correlator.autocorrelation(std::span(&a, 1)).front());
}

}  // namespace coarsen
