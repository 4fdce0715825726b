// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"
#include "core/analysis/frame_result.hpp"
#include "core/preprocess/align.hpp"
#include "core/recipe/recipe.hpp"
#include "core/register/registration.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// The step align where it measures the deformation, too; nullptr where it does not.
const Align* deformingAlign(const Recipe& recipe);

/// The steps that a picture is compared after: all but those that choose what is correlated and how it is shown.
std::vector<Step> stepsBeforeComparison(const Recipe& recipe);

/// A picture's grey values as a volume of one slice, which is what is registered.
Volume asSlice(const Frame& frame);

/// The wavelength of a picture's structure in px, R_max / 1.1166; nothing where C1D has no maximum. Throws InputError: nothing to
/// correlate.
std::optional<double> structureWavelength(const Frame& grey, int threads);

/// Measures the flow between two final frames as the step align asks for it; one thread at a time uses it, itself it takes those
/// of `engines`.
///
/// Use, given `const Align& align, const EngineRequest& engines, const Volume& earlier, const Volume& later, double rMaxPx`:
///
///     DeformationFinder finder(align, engines);
///     const Registration found = finder.between(earlier, later, rMaxPx);
///     const DeformationFacts facts = factsOf(found, later.spacing());
class DeformationFinder {
public:
    /// `isOneOfMany`: others find flows at the same time.
    DeformationFinder(const Align& align, const EngineRequest& engines, bool isOneOfMany = false);

    /// The flow that carries `fixed` into `moved`. `rMaxPx`: R_max of `moved`, whose wavelength the smoothness hangs on; NaN: not
    /// known. Throws InputError: they cannot be compared. Where a GPU fails the CPU takes over, from then on.
    Registration between(const Volume& fixed, const Volume& moved, double rMaxPx,
                         const std::function<void(const RegistrationProgress&)>& onProgress = {}, std::stop_token stop = {});

    /// "the CPU takes over the flow between frames, because ..."; empty: it did not.
    const std::string& trouble() const { return trouble_; }

private:
    RegistrationSettings settings_;
    std::shared_ptr<const RegistrationEngine> engine_;
    std::string trouble_;
};

/// Facts that a row keeps of a deformation; lengths in px of the cube of a voxel's volume.
DeformationFacts factsOf(const Registration& found, const Spacing& spacing);

/// Bytes that finding the flow between two frames of so many pixels or voxels takes, both included.
std::size_t bytesToRegister(std::size_t voxels);

}  // namespace coarsen
