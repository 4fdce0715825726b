// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolve.hpp"
#include "core/preprocess/step.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"
#include "core/volume/volume.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coarsen {

enum class FilterKind { gaussian, mean, laplacian, dog, gabor, file };

/// Convolves the picture with a kernel: noise or lengths that are not to be measured go away before the correlation. It changes
/// C1D wherever it damps waves of the structure's length. Masked pixels have no part in it (as Convolver says) and stay masked;
/// so are pixels that too few valid ones stand round. Border::valid keeps the picture's size: the rim that reaches over the edge
/// is masked, so crop and painted dust stay where they are.
struct FilterStep {
    static constexpr const char* key = "filter";
    static constexpr const char* label = "Filter";
    static constexpr const char* stageLabel = "Filter";
    static constexpr const char* help = "Convolves the picture with a kernel";
    static constexpr bool canSwitchOff = true;
    static constexpr bool isNewerThanItsRecipe = true;

    FilterKind kind = FilterKind::gaussian;
    int sizePx = 0;  ///< of the kernel's side; 0: as sigma asks for
    double sigmaPx = 1, sigma2Px = 4;
    double angleDeg = 0, wavelengthPx = 10;
    std::string kernelPath = {};
    Border border = Border::mirror;
    FilterScale scale = FilterScale::none;

    static const Fields<FilterStep>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    std::size_t memory(PictureMemory& picture) const;
    std::size_t memory(const VolumeSize& size) const;
    Frame operator()(const Frame& frame, const StepContext& context = {}) const;
    /// A Gaussian, a mean or a band pass along all three axes (filter_volume.cpp). Throws SettingError: another kernel.
    Volume operator()(const Volume& volume, const VolumeContext& context) const;
    bool operator==(const FilterStep&) const = default;

    /// The taps before they are scaled. Throws SettingError: an unusable file, settings that leave nothing.
    Filter kernel() const;
    /// Filter that the picture is convolved with. Throws SettingError, also where `scale` divides by 0.
    Filter scaledKernel() const;
    /// Their number along the longer side; 0 of a file that was not read yet.
    int side() const;
};

/// scaledKernel() of the filter among these steps; nothing where none is on.
std::optional<Filter> kernelOf(std::span<const Step> steps);

}  // namespace coarsen
