// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/named_engine.hpp"
#include "core/correlate/lag_sums.hpp"
#include "core/image/image.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Plane of pixels that an engine reads: every pixel counts as "valid ? pixel - mean : 0". All channels share the mask.
struct Plane {
    Image image;
    Mask mask;
    std::vector<double> means;  ///< one a channel, subtracted before multiplying; empty: 0
};

/// Two planes of the same channel count; for an autocorrelation `b` is left empty.
struct PlanePair {
    Plane a;
    Plane b;
};

/// The sizes that a plan is made for. Both planes have the same size and type.
struct PlanShape {
    int width = 0, height = 0, channels = 1;
    int maxLag = 0;                 ///< R, pixels; less than both width and height
    bool isAutocorrelation = true;  ///< b = a: only Y0 >= 0 is computed
    PixelType type = PixelType::f32;
    int threads = 0;  ///< 0: all cores
    int batch = 1;    ///< frames usually given at once

    bool operator==(const PlanShape&) const = default;
};

/// Kinds of pixels whose products an engine sums without rounding.
enum class Exactness {
    none,          ///< float32 throughout
    wholeNumbers,  ///< 8- and 16-bit images, in 64-bit integers; others in float32
    always,        ///< and float32 images in double
};

/// Memory that a plan holds, bytes, rather more than less: always, and while it works on a pair of planes.
struct PlanMemory {
    std::size_t kept = 0, working = 0;
};

struct EngineDescription : NamedEngine {
    Exactness exactness = Exactness::none;
    /// Cost of a frame of that shape, in transforms of it by cpu-fft, roughly: `auto` takes the cheapest. Empty: only by name.
    std::function<double(const PlanShape&)> cost = {};
    /// Memory of this machine that a plan for that shape holds, with its own threads. Empty: nothing worth counting.
    std::function<PlanMemory(const PlanShape&)> memory = {};

    bool isExactFor(PixelType type) const {
        return exactness == Exactness::always || (exactness == Exactness::wholeNumbers && type != PixelType::f32);
    }
};

/// One engine, prepared for one size. Belongs to one thread at a time; buffers and tables are made once.
///
/// Use, given `const CorrelationEngine& engine, const PlanShape& shape, const Plane& plane`:
///
///     const std::unique_ptr<CorrelationPlan> plan = engine.plan(shape);
///     const std::vector<PlanePair> batch{{.a = plane, .b = {}}};
///     const std::vector<LagSums> sums = plan->run(batch);
class CorrelationPlan {
public:
    virtual ~CorrelationPlan() = default;

    /// The lag sums of every pair, in order, each channel's products summed. After a stop there are fewer answers.
    /// Throws EngineError when the device fails.
    virtual std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop = {}) = 0;

    /// Description of how this plan computes, for the comment line of a table: "fftw float32, 1024 x 1792", "AVX-512, integers".
    virtual std::string variant() const = 0;
};

/// Computes exactly one thing, sums of products over lags; means and norms are written once for all engines in correlate.cpp.
class CorrelationEngine : public EngineFamily<EngineDescription, CorrelationPlan, const PlanShape&> {};

using EngineList = std::vector<std::shared_ptr<const CorrelationEngine>>;

}  // namespace coarsen
