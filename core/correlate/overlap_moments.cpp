// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/overlap_moments.hpp"

#include "core/correlate/plane_statistics.hpp"
#include "core/correlate/window_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace coarsen {

namespace {

bool isSameMask(const Mask& a, const Mask& b) {
    return a.sharesPixelsWith(b) || (!a.isAllValid() && !b.isAllValid() && std::ranges::equal(a.pixels(), b.pixels()));
}

double meanOf(const std::vector<double>& field) {
    return std::accumulate(field.begin(), field.end(), 0.0) / static_cast<double>(field.size());
}

template <typename Body>
void forEachLag(const LagSums& sums, Body body) {
    for (int Y0 = sums.minY; Y0 <= sums.maxLag; ++Y0)
        for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0)
            body(X0, Y0);
}

}  // namespace

OverlapMoments::OverlapMoments(std::shared_ptr<const CorrelationEngine> engine, const PlanShape& shape)
    : engine_(std::move(engine)), shape_(shape), isExact_(engine_->description().isExact) {
    shape_.channels = 1;
    shape_.batch = 1;
}

std::shared_ptr<const LagSums> OverlapMoments::pairCounts(const Mask& a, const Mask& b, std::stop_token stop) {
    if (keptCounts_ && isSameMask(a, keptA_) && (shape_.isAutocorrelation || isSameMask(b, keptB_))) return keptCounts_;
    std::optional<LagSums> counts =
        a.isAllValid() && (shape_.isAutocorrelation || b.isAllValid()) ? rectangleCounts() : maskCounts(a, b, stop);
    if (!counts) return nullptr;
    keptCounts_ = std::make_shared<const LagSums>(std::move(*counts));
    keptA_ = a;
    keptB_ = b;
    return keptCounts_;
}

LagSums OverlapMoments::rectangleCounts() const {
    LagSums counts(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
    forEachLag(counts, [&](int X0, int Y0) {
        counts.at(X0, Y0) = static_cast<double>(rectangleOverlap(shape_.width, shape_.height, X0, Y0));
    });
    return counts;
}

std::optional<LagSums> OverlapMoments::maskCounts(const Mask& a, const Mask& b, std::stop_token stop) {
    if (!countPlan_) {
        PlanShape shape = shape_;
        shape.type = PixelType::u8;
        countPlan_ = engine_->plan(shape);
    }
    // A float32 engine gets the masks less their means, which keeps its error far below one pair.
    const auto planeOf = [&](const std::vector<double>& field) {
        std::vector<std::uint8_t> pixels(field.begin(), field.end());
        return Plane{Image(shape_.width, shape_.height, std::move(pixels)), Mask(),
                     isExact_ ? std::vector<double>{} : std::vector{meanOf(field)}};
    };
    const std::vector<double> fieldA = maskField(a, shape_.width, shape_.height);
    const std::vector<double> fieldB = shape_.isAutocorrelation ? fieldA : maskField(b, shape_.width, shape_.height);
    const PlanePair pair{planeOf(fieldA), shape_.isAutocorrelation ? Plane{} : planeOf(fieldB)};
    std::vector<LagSums> answers = countPlan_->run(std::span(&pair, 1), stop);
    if (answers.empty()) return std::nullopt;
    LagSums counts = std::move(answers.front());
    if (!isExact_) {
        const WindowSums<double> windowA(shape_.width, shape_.height, shape_.maxLag, fieldA),
            windowB(shape_.width, shape_.height, shape_.maxLag, fieldB);
        const double meanA = meanOf(fieldA), meanB = meanOf(fieldB);
        forEachLag(counts, [&](int X0, int Y0) {
            counts.at(X0, Y0) += meanB * windowA.overlap(X0, Y0) + meanA * windowB.overlap(-X0, -Y0) -
                                 meanA * meanB * static_cast<double>(rectangleOverlap(shape_.width, shape_.height, X0, Y0));
        });
    }
    for (double& count : counts.values)
        count = std::max(0.0, std::round(count));
    return counts;
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
    const std::vector<double> partners = maskField(partner, width, height);
    const double meanField = isExact_ ? 0 : meanOf(field), meanPartner = isExact_ ? 0 : meanOf(partners);
    const Plane partnerPlane{Image(width, height, std::vector<float>(partners.begin(), partners.end())), Mask(), {meanPartner}};

    // Exact engines get the field as the sum of two float planes: 48 bits of it.
    LagSums sums(shape_.maxLag, -shape_.maxLag);
    std::vector<double> rest = field;
    for (double& value : rest)
        value -= meanField;
    for (int part = 0; part < (isExact_ ? 2 : 1); ++part) {
        std::vector<float> pixels(rest.begin(), rest.end());
        for (std::size_t i = 0; i < rest.size(); ++i)
            rest[i] -= static_cast<double>(pixels[i]);
        const PlanePair pair{{Image(width, height, std::move(pixels)), Mask(), {}}, partnerPlane};
        const std::vector<LagSums> answers = fieldPlan_->run(std::span(&pair, 1), stop);
        if (answers.empty()) return std::nullopt;
        for (std::size_t i = 0; i < sums.values.size(); ++i)
            sums.values[i] += answers.front().values[i];
    }
    if (isExact_) return sums;

    const WindowSums<double> partnerWindow(width, height, shape_.maxLag, partners);
    forEachLag(sums, [&](int X0, int Y0) {
        sums.at(X0, Y0) += meanField * partnerWindow.overlap(-X0, -Y0) + meanPartner * window.overlap(X0, Y0) -
                           meanField * meanPartner * static_cast<double>(rectangleOverlap(width, height, X0, Y0));
    });
    return sums;
}

}  // namespace coarsen
