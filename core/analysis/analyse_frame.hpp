// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"
#include "core/analysis/frame_result.hpp"
#include "core/correlate/correlate.hpp"
#include "core/measure/anisotropy.hpp"
#include "core/measure/profile_lengths.hpp"
#include "core/measure/sectors.hpp"
#include "core/measure/terms.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace coarsen {

/// The measurement of one final image: map, profile, lengths. Everything that costs to build (plans, azimuthal weights) is kept
/// between frames of the same size, so one Measurer serves one thread of a series or the preview. Goes on with a CPU engine when
/// its own fails: the GPU is full, or lost in mid-series.
///
/// Use, given `const Recipe& recipe, const EngineRequest& engines, const Frame& finalFrame`:
///
///     Measurer measure(recipe.measure, engines, Calibration{});
///     const Measurer::Answer answer = measure(finalFrame, true);
///     const double rMaxPx = answer.rMax.px, errorPx = answer.rMax.errorPx;
class Measurer {
public:
    Measurer(MeasureSettings settings, EngineRequest engines, Calibration calibration);
    ~Measurer();
    Measurer(Measurer&&) noexcept;
    Measurer& operator=(Measurer&&) noexcept;

    /// Lengths of S(q), anisotropy, sectors and terms only where the settings ask for them.
    struct Answer : ProfileLengths {
        CorrelationMap map;
        Anisotropy anisotropy;
        std::vector<Sector> sectors;
        std::vector<Term> terms;
        std::string engine, engineReason;
    };

    /// Throws InputError (constant image, no valid pixel, too small), SettingError (engine), EngineError (the last engine failed
    /// too). `withErrors` false leaves the standard errors out. After a stop the answer's map is empty.
    Answer operator()(const Frame& finalFrame, bool withErrors, std::stop_token stop = {});

    /// Adds the standard errors to an answer measured without them (the window does so when idle). Its map may have gone.
    void addErrors(Answer& answer, const Frame& finalFrame, std::stop_token stop = {});

    /// How the image's channels correlate, whatever `settings().terms` says; without errors. Fewer after a stop.
    std::vector<Term> terms(const Frame& finalFrame, Terms which, std::stop_token stop = {});

    const MeasureSettings& settings() const;

    /// Name of the engine that failed, and the reason; empty while the one first chosen works.
    const std::string& trouble() const;

    /// Time that an image of that size takes here, ms: the median of the last eight, for the first one also warms caches and
    /// loads kernels; 0 before it. Errors count only where they were asked for with the rest.
    double millisecondsFor(const Image& image) const;

private:
    Answer measured(const Frame& finalFrame, bool withErrors, std::stop_token stop);

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// All but the saturation, which is the raw picture's.
ImageFacts imageFacts(const Frame& finalFrame);

/// Grey values of the valid pixels; lowest above highest: there is none.
struct GreyExtremes {
    double lowest, highest;
    bool areWholeNumbers;
};

/// (sum v_k)^2 / sum c_kl^2 of the covariances c_kl of the channels, v_k = c_kk: K of K channels alike and independent, 1 where
/// all say the same. The correlation of their sum scatters as that of so many independent Gaussian fields.
double independentChannels(const Image& image, const Mask& mask);

/// Throws InputError when there is nothing to correlate: too small, no valid pixel, one flat grey.
void requireContrast(int frame, int widthPx, int heightPx, const GreyExtremes& extremes);

/// Puts the errors into the answer, as of profile_lengths.hpp.
void setErrors(Measurer::Answer& answer, std::vector<RadialProfile> replicates, const ImageFacts& image,
               const MeasureSettings& settings);

/// The row for a measured frame: `edge` and `none` become `no-peak` without a value (decision M5). `manualRMaxPx` set: the
/// marker was put there by hand.
FrameResult frameResult(const FrameSource& source, int index, const ImageFacts& image, const Measurer::Answer& answer,
                        std::optional<double> manualRMaxPx, const MeasureSettings& settings);

/// Puts what the recipe's Python functions read off C1D into the row. Throws InputError where one of them fails.
void addScriptLengths(FrameResult& row, const RadialProfile& profile, const std::vector<ScriptLength>& lengths);

/// The row for a frame that could not be measured.
FrameResult failedResult(const FrameSource& source, int index, const std::string& message);

}  // namespace coarsen
