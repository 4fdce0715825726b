// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/overlap_moments.hpp"

#include "core/correlate/plane_statistics.hpp"
#include "core/correlate/run_pairs.hpp"
#include "core/correlate/window_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace coarsen {

namespace {

bool isSameMask(const Mask& a, const Mask& b) {
    return a.sharesPixelsWith(b) || (!a.isAllValid() && !b.isAllValid() && std::ranges::equal(a.pixels(), b.pixels()));
}

double meanOf(const std::vector<double>& field) {
    return std::accumulate(field.begin(), field.end(), 0.0) / static_cast<double>(field.size());
}

double meanOf(std::span<const std::uint8_t> valid) {
    return static_cast<double>(std::accumulate(valid.begin(), valid.end(), std::int64_t{0})) / static_cast<double>(valid.size());
}

template <typename Body>
void forEachLag(const LagSums& sums, Body body) {
    for (int Y0 = sums.minY; Y0 <= sums.maxLag; ++Y0)
        for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0)
            body(X0, Y0);
}

}  // namespace

OverlapMoments::OverlapMoments(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& shape)
    : engine_(std::move(engine)), shape_(shape) {
    shape_.channels = 1;
    shape_.batch = 1;
}

std::shared_ptr<const LagSums> OverlapMoments::pairCounts(const Mask& a, const Mask& b, std::stop_token stop) {
    if (keptCounts_ && isSameMask(a, keptA_) && (shape_.isAutocorrelation || isSameMask(b, keptB_))) return keptCounts_;
    keptCounts_ = nullptr;
    std::shared_ptr<const LagSums> counts =
        a.isAllValid() && (shape_.isAutocorrelation || b.isAllValid()) ? rectangleCounts() : maskCounts(a, b, stop);
    if (!counts) return nullptr;
    keptCounts_ = std::move(counts);
    keptA_ = a;
    keptB_ = b;
    return keptCounts_;
}

/// One object for all threads that measure frames of this size, so that what follows from it is found once.
std::shared_ptr<const LagSums> OverlapMoments::rectangleCounts() const {
    static std::mutex mutex;
    static std::map<std::tuple<int, int, int, bool>, std::weak_ptr<const LagSums>> known;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    auto& entry = known[{shape_.width, shape_.height, shape_.maxLag, shape_.isAutocorrelation}];
    if (auto counts = entry.lock()) return counts;
    auto counts = std::make_shared<LagSums>(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
    forEachLag(*counts, [&](int X0, int Y0) {
        counts->at(X0, Y0) = static_cast<double>(rectangleOverlap(shape_.width, shape_.height, X0, Y0));
    });
    entry = counts;
    return counts;
}

std::shared_ptr<const LagSums> OverlapMoments::maskCounts(const Mask& a, const Mask& b, std::stop_token stop) {
    if (shape_.isAutocorrelation && !engine_->description().isGpu)
        if (const auto pairs = pairsFromRuns(shape_.width, shape_.height, shape_.maxLag, a.pixels())) {
            auto counts = std::make_shared<LagSums>(shape_.maxLag, 0);
            counts->values.assign(pairs->begin(), pairs->end());
            return counts;
        }
    const auto bytes = [&](const Mask& mask) {
        if (!mask.isAllValid()) return std::vector<std::uint8_t>(mask.pixels().begin(), mask.pixels().end());
        return std::vector<std::uint8_t>(static_cast<std::size_t>(shape_.width) * static_cast<std::size_t>(shape_.height), 1);
    };
    if (!countPlan_) {
        PlanShape shape = shape_;
        shape.type = PixelType::u8;
        countPlan_ = engine_->plan(shape);
    }
    const bool isExact = engine_->description().isExactFor(PixelType::u8);
    // A float32 engine gets the masks less their means, which keeps its error far below one pair.
    const Image imageA(shape_.width, shape_.height, bytes(a));
    const Image imageB = shape_.isAutocorrelation ? imageA : Image(shape_.width, shape_.height, bytes(b));
    const auto validA = imageA.plane<std::uint8_t>(), validB = imageB.plane<std::uint8_t>();
    const double meanA = isExact ? 0 : meanOf(validA), meanB = isExact ? 0 : meanOf(validB);
    const PlanePair pair{{imageA, Mask(), {meanA}}, shape_.isAutocorrelation ? Plane{} : Plane{imageB, Mask(), {meanB}}};
    std::vector<LagSums> answers = countPlan_->run(std::span(&pair, 1), stop);
    if (answers.empty()) return nullptr;
    LagSums counts = std::move(answers.front());
    if (!isExact) {
        const WindowSums<std::uint8_t> windowA(shape_.width, shape_.height, shape_.maxLag, validA);
        std::optional<WindowSums<std::uint8_t>> other;
        if (!shape_.isAutocorrelation) other.emplace(shape_.width, shape_.height, shape_.maxLag, validB);
        const WindowSums<std::uint8_t>& windowB = other ? *other : windowA;
        forEachLag(counts, [&](int X0, int Y0) {
            counts.at(X0, Y0) += meanB * static_cast<double>(windowA.overlap(X0, Y0)) +
                                 meanA * static_cast<double>(windowB.overlap(-X0, -Y0)) -
                                 meanA * meanB * static_cast<double>(rectangleOverlap(shape_.width, shape_.height, X0, Y0));
        });
    }
    for (double& count : counts.values)
        count = std::trunc(std::max(0.0, count) + 0.5);
    return std::make_shared<const LagSums>(std::move(counts));
}

std::optional<LagSums> OverlapMoments::sumsOverPartners(const std::vector<double>& field, const Mask& partner,
                                                        std::stop_token stop) {
    const int width = shape_.width, height = shape_.height;
    const WindowSums<double> window(width, height, shape_.maxLag, field);
    if (partner.isAllValid()) {
        LagSums sums(shape_.maxLag, -shape_.maxLag);
        forEachLag(sums, [&](int X0, int Y0) { sums.at(X0, Y0) = window.overlap(X0, Y0); });
        return sums;
    }
    if (!fieldPlan_) {
        PlanShape shape = shape_;
        shape.type = PixelType::f32;
        shape.isAutocorrelation = false;
        fieldPlan_ = engine_->plan(shape);
    }
    const bool isExact = engine_->description().isExactFor(PixelType::f32);
    const std::vector<double> partners = maskField(partner, width, height);
    const double meanField = isExact ? 0 : meanOf(field), meanPartner = isExact ? 0 : meanOf(partners);
    const Plane partnerPlane{Image(width, height, std::vector<float>(partners.begin(), partners.end())), Mask(), {meanPartner}};

    // Exact engines get the field as the sum of two float planes: 48 bits of it.
    LagSums sums(shape_.maxLag, -shape_.maxLag);
    std::vector<double> rest = field;
    for (double& value : rest)
        value -= meanField;
    for (int part = 0; part < (isExact ? 2 : 1); ++part) {
        std::vector<float> pixels(rest.begin(), rest.end());
        for (std::size_t i = 0; i < rest.size(); ++i)
            rest[i] -= static_cast<double>(pixels[i]);
        const PlanePair pair{{Image(width, height, std::move(pixels)), Mask(), {}}, partnerPlane};
        const std::vector<LagSums> answers = fieldPlan_->run(std::span(&pair, 1), stop);
        if (answers.empty()) return std::nullopt;
        for (std::size_t i = 0; i < sums.values.size(); ++i)
            sums.values[i] += answers.front().values[i];
    }
    if (isExact) return sums;

    const WindowSums<double> partnerWindow(width, height, shape_.maxLag, partners);
    forEachLag(sums, [&](int X0, int Y0) {
        sums.at(X0, Y0) += meanField * partnerWindow.overlap(-X0, -Y0) + meanPartner * window.overlap(X0, Y0) -
                           meanField * meanPartner * static_cast<double>(rectangleOverlap(width, height, X0, Y0));
    });
    return sums;
}

}  // namespace coarsen
