// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frame_result.hpp"

#include "core/base/error.hpp"
#include "core/measure/small_radii.hpp"

#include <array>
#include <utility>

namespace coarsen {

namespace {
constexpr std::array statusNames{"ok", "no-peak", "excluded", "failed"};
}

double umPerPx(const FrameIdentity& frame, const Calibration& ofSeries) {
    if (!ofSeries.isKnown()) return std::numeric_limits<double>::quiet_NaN();
    return frame.ownUmPerPx > 0 && !ofSeries.isTyped() ? frame.ownUmPerPx : ofSeries.umPerPx();
}

RadialProfile unpacked(const StoredProfile& profile) {
    RadialProfile whole;
    whole.value.assign(profile.value.begin(), profile.value.end());
    whole.error.assign(profile.error.begin(), profile.error.end());
    whole.pairs.assign(profile.pairs.begin(), profile.pairs.end());
    whole.fine.value.assign(profile.fine.begin(), profile.fine.end());
    for (std::size_t i = 0; i < whole.value.size(); ++i)
        whole.r.push_back(static_cast<double>(i));
    for (std::size_t i = 0; i < whole.fine.value.size(); ++i)
        whole.fine.r.push_back(static_cast<double>(i) / fineStepsAPixel);
    whole.variance = profile.variance;
    whole.smoothingPx = profile.smoothingPx;
    return whole;
}

std::string_view nameOf(FrameStatus status) {
    return statusNames[static_cast<std::size_t>(status)];
}

FrameStatus frameStatusNamed(std::string_view name) {
    for (std::size_t i = 0; i < statusNames.size(); ++i)
        if (name == statusNames[i]) return static_cast<FrameStatus>(i);
    throw InputError("status", "'" + std::string(name) + "' is not one of ok, no-peak, excluded, failed");
}

bool FrameResult::countsForFit() const {
    const bool isTrusted = rMax.quality == Quality::good || rMax.quality == Quality::weak || rMax.quality == Quality::manual;
    return status == FrameStatus::ok && rMax.isFound() && isTrusted;
}

bool FrameResult::countsForFit(std::string_view key) const {
    const LengthEstimator* const estimator = lengthEstimator(key);
    if (!estimator || estimator->needsMaximum()) return countsForFit();
    return status != FrameStatus::failed && status != FrameStatus::excluded && length(key).isFound();
}

bool FrameResult::hasLength(std::string_view key) const {
    const LengthEstimator* const estimator = lengthEstimator(key);
    return estimator && !estimator->needsMaximum() ? length(key).isFound() : rMax.isFound();
}

double ImageFacts::domains(double rMaxPx) const {
    const double part = static_cast<double>(widthPx) * heightPx * validFraction;
    return depthPx > 0 ? part * depthPx / (rMaxPx * rMaxPx * rMaxPx) : part / (rMaxPx * rMaxPx);
}

FrameStatus statusOf(const FrameResult& row, bool isExcluded) {
    if (isExcluded) return FrameStatus::excluded;
    if (row.status != FrameStatus::excluded) return row.status;
    if (row.rMax.isFound()) return FrameStatus::ok;
    return row.image.widthPx > 0 ? FrameStatus::noPeak : FrameStatus::failed;
}

SharedResult shared(FrameResult row) {
    return std::make_shared<const FrameResult>(std::move(row));
}

}  // namespace coarsen
