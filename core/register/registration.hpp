// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/brightness.hpp"
#include "core/register/descent.hpp"
#include "core/register/engine.hpp"
#include "core/settings/flow_settings.hpp"

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Settings of a registration: how its flow is found, and what it has to know of the structure and the machine.
struct RegistrationSettings : FlowSettings {
    std::optional<double> wavelength = std::nullopt;  ///< of the structure, voxels; R_max / 1.2295, of one slice R_max / 1.1166
    int threads = 0;                                  ///< 0: all
    bool isOneOfMany = false;                         ///< others are registered beside it: of several GPUs it gets one
};

struct RegistrationProgress {
    int level = 0, levels = 0;  ///< the coarsest is 0
    int evaluations = 0, most = 0;
    double energy = 0;
};

/// u with moved(x) = fixed(x - u(x)), u in voxels, and what is to be known of it.
struct Registration {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    Flow u;
    std::vector<float> jacobian;  ///< J = det(I - Du): volume at x - u that is one at x
    JacobianStatistics jacobians;
    double leastInside = nan;       ///< least J of the voxels that are and were more than 6 px from every face; NaN: of none
    std::array<double, 3> drift{};  ///< the one displacement of the whole; u contains it, too

    double sigma = 0, lambda = 0;  ///< as used, voxels
    double presmooth = 0;          ///< as used, voxels
    double noise = nan;            ///< greyNoise of the two where it decided that, root mean square of both
    double wavelength = nan;
    bool isEvolving = false;
    int levels = 0;
    std::string engine;

    RegistrationLevel::Evaluation before, after;  ///< at full size, with the drift alone and with u
    std::vector<int> evaluations;                 ///< of each level, the coarsest first

    double driftRho = nan;       ///< correlation of the two once the drift is undone
    double rho = nan;            ///< once a flow smoothed over a wavelength is: 1 where the structure did not evolve
    double expectedError = nan;  ///< of u, voxels, from what the structure evolved, and brightness; NaN without a wavelength
    std::optional<Brightness> brightness = std::nullopt;  ///< where it may differ
    /// Why it may have locked on the next domain: J falls below 0.2, a step was refused because of J, or some voxels move by
    /// nearly half a wavelength or more. Empty where it may not.
    std::string onePeriodOff;
    bool mayBeOnePeriodOff() const { return !onePeriodOff.empty(); }
    bool isDone = false;  ///< not stopped
    std::vector<std::string> remarks;
};

/// Convention of u, as files of u state it.
inline constexpr const char* flowConvention = "h = x - u: moved(x) = fixed(x - u(x)), u in voxels";

/// Unbiased non-linear registration of Lee et al. (2012). Grey values are scaled by the two phases of `fixed`, those of `moved`
/// brought to them before as settings.brightness says; masked voxels count for nothing. Both have one size, one slice or more.
/// Throws InputError: sizes that differ, too few voxels along an axis, one grey only, no valid voxel; SettingError. After a stop:
/// not done, and empty.
Registration registerVolumes(const Volume& fixed, const Volume& moved, const RegistrationSettings& settings,
                             const RegistrationEngine& engine,
                             const std::function<void(const RegistrationProgress&)>& progressed = {}, std::stop_token stop = {});

/// How far u is off, voxels, where structure of that wavelength has changed to a correlation of rho (reference/register.md).
double expectedError(double sigma, double wavelength, double rho);
/// Likewise where the greys of the two phases are off by `left` contrasts (Brightness).
double brightnessError(double sigma, double wavelength, double left);

}  // namespace coarsen
