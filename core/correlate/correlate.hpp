// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"
#include "core/correlate/engine.hpp"

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace coarsen {

enum class MeanMode { global, none, overlap };
enum class NormMode { count, energy, local };

/// An image with its valid pixels, one or several channels.
struct MaskedImage {
    Image image;
    Mask mask;
};

/// Turns images into correlation maps with one engine: means and norms of science/definitions.md, for any engine.
/// Made once a series: the plan, and the pair counts of a mask that does not change, are kept. One thread at a time.
///
/// Use, given `std::shared_ptr<const CorrelationEngine> engine, const std::vector<MaskedImage>& frames`:
///
///     const Image& first = frames.front().image;
///     Correlator correlator(engine, {.width = first.width(), .height = first.height(), .maxLag = 100, .type = first.type()},
///                           MeanMode::global, NormMode::count);
///     const std::vector<CorrelationMap> maps = correlator.autocorrelation(frames);
class Correlator {
public:
    /// `shape.isAutocorrelation` decides which of the two functions may be called.
    Correlator(std::shared_ptr<const CorrelationEngine> engine, PlanShape shape, MeanMode mean, NormMode norm);
    ~Correlator();
    Correlator(Correlator&&) noexcept;

    /// C2D of each frame; fewer after a stop. All frames have the plan's size, channels and type.
    std::vector<CorrelationMap> autocorrelation(std::span<const MaskedImage> frames, std::stop_token stop = {});

    /// Peaks at (+dx, +dy) when a is b moved by (dx, dy).
    CorrelationMap crossCorrelation(const MaskedImage& a, const MaskedImage& b, std::stop_token stop = {});

    const PlanShape& shape() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// One correlation with the mean and norm asked for; `b` empty: the autocorrelation of a. For single calls and tests;
/// a series makes a Correlator. Throws SettingError: R not below both sides; EngineError.
CorrelationMap correlate(const MaskedImage& a, const MaskedImage& b, MeanMode mean, NormMode norm, int maxLag,
                         const std::shared_ptr<const CorrelationEngine>& engine, int threads = 0);

}  // namespace coarsen
