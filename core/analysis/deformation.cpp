// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/deformation.hpp"

#include "core/analysis/analyse_frame.hpp"
#include "core/base/error.hpp"
#include "core/preprocess/channels.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/register/engines.hpp"
#include "core/register/wavelength.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace coarsen {

const Align* deformingAlign(const Recipe& recipe) {
    const Step* const step = recipe.step(Align::key);
    const Align* const align = step && step->isOn() ? step->as<Align>() : nullptr;
    return align && align->deforms() ? align : nullptr;
}

std::vector<Step> stepsBeforeComparison(const Recipe& recipe) {
    std::vector<Step> steps = recipe.steps;
    std::erase_if(steps, [](const Step& step) { return step.key() == Channels::key || step.key() == Contrast::key; });
    return steps;
}

Volume asSlice(const Frame& frame) {
    const auto pixels = frame.image.asFloat();
    const auto values = pixels.plane<float>();
    const auto valid = frame.mask.pixels();
    return {{frame.image.width(), frame.image.height(), 1},
            {},
            std::vector<float>(values.begin(), values.end()),
            std::vector<std::uint8_t>(valid.begin(), valid.end())};
}

std::optional<double> structureWavelength(const Frame& grey, int threads) {
    EngineRequest engines;
    engines.engines.correlation = cpuEngines();
    engines.threads = threads;
    const LengthScale rMax = Measurer(MeasureSettings{}, engines, {})(grey, false).rMax;
    if (!rMax.isFound()) return std::nullopt;
    return wavelengthOf(rMax.px, {grey.image.width(), grey.image.height(), 1});
}

DeformationFinder::DeformationFinder(const Align& align, const EngineRequest& engines, bool isOneOfMany)
    : settings_{static_cast<const FlowSettings&>(align)}, engine_(engines.forRegistration()) {
    settings_.threads = engines.threads;
    settings_.isOneOfMany = isOneOfMany;
}

Registration DeformationFinder::between(const Volume& fixed, const Volume& moved, double rMaxPx,
                                        const std::function<void(const RegistrationProgress&)>& onProgress,
                                        std::stop_token stop) {
    RegistrationSettings settings = settings_;
    if (rMaxPx > 0) settings.wavelength = wavelengthOf(rMaxPx, moved.size());
    try {
        return registerVolumes(fixed, moved, settings, *engine_, onProgress, stop);
    } catch (const EngineError& error) {
        if (!engine_->description().isGpu) throw;
        trouble_ = "the CPU takes over the flow between frames, because " + std::string(error.what());
        engine_ = cpuSimdRegistration();
        return registerVolumes(fixed, moved, settings, *engine_, onProgress, stop);
    }
}

DeformationFacts factsOf(const Registration& found, const Spacing& spacing) {
    const double px = spacing.perPx();
    const std::array<double, 3> along{spacing.x / px, spacing.y / px, spacing.z / px};
    double sum = 0;
    for (std::size_t i = 0; i < found.u.size.voxels(); ++i)
        sum +=
            std::hypot(along[0] * static_cast<double>(found.u.along[0][i]), along[1] * static_cast<double>(found.u.along[1][i]),
                       along[2] * static_cast<double>(found.u.along[2][i]));
    return {found.jacobians.least,   found.rho,
            found.expectedError,     sum / static_cast<double>(found.u.size.voxels()),
            found.jacobians.logMean, found.mayBeOnePeriodOff()};
}

std::size_t bytesToRegister(std::size_t voxels) {
    // measured on the CPU (124 of 96^3, 132 where they are masked): pairs and their levels, the flow, its force and two of its
    // states, J; a GPU leaves the computer u and J
    constexpr std::size_t aVoxel = 133;
    return aVoxel * voxels;
}

}  // namespace coarsen
