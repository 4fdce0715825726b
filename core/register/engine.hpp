// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/named_engine.hpp"
#include "core/register/grey_blocks.hpp"
#include "core/register/grey_scale.hpp"
#include "core/register/interpolation.hpp"
#include "core/register/regulariser.hpp"
#include "core/register/slow_field.hpp"
#include "core/register/vector_field.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace coarsen {

/// Two volumes of one size as the descent sees them: grey values with the two phases at 0 and 1, smoothed, and which count.
struct RegistrationPair {
    VolumeSize size;
    std::vector<float> fixed, moved;                   ///< T and R of Lee et al.: moved(x) = fixed(x - u(x))
    std::vector<std::uint8_t> fixedValid, movedValid;  ///< empty: all
};

/// Settings of the force.
struct ForceSettings {
    double sigma = 6;  ///< of the Gaussian that makes a velocity of the force; voxels, the same at every level
    double lambda = 0.05;
    Sampling sampling = Sampling::cubic;
    RegulariserForm form = RegulariserForm::piola;
    ForceTerm term = ForceTerm::demons;
    Threads threads = {};  ///< their stop ends an evaluation in its midst, on the CPU
};

/// Divisor of the force (T - R) grad T: squares (|grad T|^2 + (T - R)^2) + constant.
struct ForceDivisor {
    float squares, constant;
};
/// The constant of the demons': no force where nothing is to be seen.
inline ForceDivisor divisorOf(ForceTerm term) {
    return term == ForceTerm::demons ? ForceDivisor{1, 1e-4F} : ForceDivisor{0, 1};
}

/// A descent's work on one level. It holds the displacement that was accepted last, its velocity, and the one being tried. All
/// engines do the same steps in the same order (core/register/descent.cpp says which), so that their answers can be compared.
///
/// Use, given `const RegistrationEngine& engine, const RegistrationPair& pair, const ForceSettings& settings`:
///
///     const std::unique_ptr<RegistrationLevel> level = engine.plan(pair, settings, Flow{});
///     if (level->evaluate(0.1).jMin > 0) level->accept();
///     level->step(0.5);  // no voxel moves by more than half a voxel
///     const Flow u = level->displacement();
class RegistrationLevel {
public:
    virtual ~RegistrationLevel() = default;

    struct Evaluation {
        double mismatch = 0;        ///< 1/2 mean of (T(x - u) - R)^2 over the voxels that are valid and stay inside
        double regularisation = 0;  ///< mean of (J - 1) log J over all; meaningless where jMin <= 0
        double jMin = 0;
        bool isStill = false;  ///< the step that led here had no velocity to go by
        double energy(double lambda) const { return mismatch + lambda * regularisation; }
    };
    /// Evaluates the displacement tried; keeps its force, unless jMin is below the limit. InputError where no voxel is left.
    virtual Evaluation evaluate(double leastJ) = 0;
    /// The tried one becomes the accepted one, and its force the velocity w = A G_sigma * f.
    virtual void accept() = 0;
    /// tried = accepted + dt w, with dt such that no voxel moves by more than `reach`
    virtual void step(double reach) = 0;

    /// The accepted one.
    virtual Flow displacement() const = 0;
    struct Found {
        Flow u;
        Jacobians jacobians;
        double farthest = 0;  ///< the longest displacement that is left once the drift is undone, voxels
    };
    virtual Found found(const std::array<double, 3>& drift) const = 0;  ///< the accepted one with its J
};

/// From the two volumes to the levels that a descent goes through.
struct LevelsSettings {
    int levels = 3;        ///< at most
    double presmooth = 1;  ///< voxels
    Threads threads = {};
    bool isOneOfMany = false;  ///< others are registered beside it: of several GPUs it gets one
    bool isMatched = false;    ///< each volume is scaled by its own two phases; else both by those of `fixed`
};

/// The two volumes of a registration as an engine holds them, scaled, smoothed, and level by level; 0 is the finest. At most two
/// of its levels are alive at a time, one next to the other.
class RegistrationLevels {
public:
    virtual ~RegistrationLevels() = default;
    virtual std::size_t count() const = 0;

    /// The one displacement that brings `fixed` onto `moved` best, in voxels of the finest level: shiftThroughLevels from the
    /// peak of the coarsest one.
    virtual std::array<double, 3> drift() const = 0;
    /// With that displacement of the whole tried, in voxels of the finest level.
    virtual std::unique_ptr<RegistrationLevel> level(std::size_t level, const ForceSettings& force,
                                                     const std::array<double, 3>& displacement) const = 0;
    /// With what was accepted one level coarser tried.
    virtual std::unique_ptr<RegistrationLevel> finer(const RegistrationLevel& coarser, std::size_t level,
                                                     const ForceSettings& force) const = 0;

    /// Pearson's correlation of moved(x) and fixed(x - u(x)), both smoothed by a voxel, over the voxels valid in both; NaN where
    /// one of them is flat.
    virtual double correlation(const std::array<double, 3>& displacement) const = 0;
    virtual double correlation(const RegistrationLevel& finest) const = 0;  ///< of what it accepted
    /// Evaluation::mismatch of the finest level with that one displacement of the whole.
    virtual double mismatch(const std::array<double, 3>& displacement, const ForceSettings& force) const = 0;

    /// Phases of the two as they were given.
    virtual std::array<PhaseMeans, 2> phases() const = 0;
    // Brightness of levels that are matched:
    /// Greys, block by block, of fixed(x - u(x)), u being what `finest` accepted, smoothed as for `correlation`, over the voxels
    /// valid in both, which `movedGreys` goes by, too.
    virtual std::vector<BlockGreys> drawnGreys(const RegistrationLevel& finest, const BlockGrid& grid) = 0;
    virtual std::vector<BlockGreys> movedGreys(const BlockGrid& grid) const = 0;
    /// Takes what varies slowly out of `moved`, and brings its phases, which it returns, to 0 and 1 again where there are two.
    /// No level may be alive.
    virtual PhaseMeans undo(const SlowBrightness& slow) = 0;
};

/// A slow change of brightness that was undone, and the phases that were 0 and 1 afterwards.
struct UndoneBrightness {
    SlowBrightness slow;
    PhaseMeans phases;
};
/// Noise is not what the structure is alike by.
inline constexpr double correlationSigma = 1;  // voxels

using RegistrationEngineDescription = NamedEngine;

/// Its plans are levels that begin with a displacement tried.
class RegistrationEngine
    : public EngineFamily<RegistrationEngineDescription, RegistrationLevel, const RegistrationPair&, const ForceSettings&, Flow> {
public:
    /// Throws InputError where a volume has one grey value only, EngineError when the device fails. Does not outlive the engine.
    virtual std::unique_ptr<RegistrationLevels> levels(const Volume& fixed, const Volume& moved,
                                                       const LevelsSettings& settings) const;
};

/// Names of the two volumes in an InputError of the registration, which knows no names of files.
inline constexpr const char *fixedVolume = "the fixed volume", *movedVolume = "the moved volume";

/// Throws the InputError of `evaluate` where no voxel is left.
[[noreturn]] void throwNothingInCommon();

using RegistrationEngineList = std::vector<std::shared_ptr<const RegistrationEngine>>;

}  // namespace coarsen
