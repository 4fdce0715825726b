// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"

#include <optional>
#include <string>

namespace coarsen {

/// A Measurer that goes on with a CPU engine when its engine fails: the GPU is full, or lost in mid-series. One thread at a time.
class FallbackMeasurer {
public:
    FallbackMeasurer(MeasureSettings settings, EngineRequest engines, Calibration calibration);

    /// As Measurer. Throws EngineError only when the last engine fails too.
    Measurer::Answer operator()(const Frame& finalFrame, bool withErrors, std::stop_token stop = {});
    void addErrors(Measurer::Answer& answer, const Frame& finalFrame, std::stop_token stop = {});

    double millisecondsFor(const Image& image) const { return measurer_.millisecondsFor(image); }

    /// Which engine failed and why; empty while the one first chosen works.
    const std::string& trouble() const { return trouble_; }

private:
    template <typename Work>
    auto withFallback(Work work);

    MeasureSettings settings_;
    EngineRequest engines_;
    Calibration calibration_;
    Measurer measurer_;
    std::string trouble_;
};

}  // namespace coarsen
