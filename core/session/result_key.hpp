// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/rules_number.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/calibration.hpp"

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace coarsen {

/// Key of all that a result was made with, beside its image: results of the same frame and key are the same numbers. Neither the
/// fit nor what is only shown has a part in it.
struct ResultKey {
    std::string measurement;         ///< measurementHash of recipe and files, and the frames' order where the survey hangs on it
    double aspect = 1;               ///< of the pixels: circles on the material are ellipses of pixels
    std::optional<double> markerPx;  ///< R_max set by hand
    double depthAspect = 0;          ///< of the voxels, where the size of a volume's is known
    int rules = rulesNumber;         ///< of the program that measured it

    auto operator<=>(const ResultKey&) const = default;
    ResultKey withoutMarker() const { return {measurement, aspect, std::nullopt, depthAspect, rules}; }
    bool hasPixelsOf(const ResultKey& other) const { return aspect == other.aspect && depthAspect == other.depthAspect; }
};

/// Key of a frame without a marker.
inline ResultKey commonKey(std::string measurement, const Calibration& calibration, int rules = rulesNumber) {
    return {std::move(measurement), calibration.aspect(), std::nullopt, calibration.depthAspect(), rules};
}

/// The keys that the frames of a series have for results made with the same choices: the recipe is hashed once.
class ResultKeys {
public:
    ResultKeys() = default;
    /// `common`: of a frame without a marker.
    ResultKeys(ResultKey common, std::map<int, double> manualRMaxPx)
        : common_(std::move(common)), markersPx_(std::move(manualRMaxPx)) {}

    ResultKey of(int frame) const {
        ResultKey key = common_;
        if (const auto marker = markersPx_.find(frame); marker != markersPx_.end()) key.markerPx = marker->second;
        return key;
    }
    const ResultKey& common() const { return common_; }

private:
    ResultKey common_;
    std::map<int, double> markersPx_;
};

}  // namespace coarsen
