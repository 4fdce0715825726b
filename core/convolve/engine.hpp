// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/named_engine.hpp"
#include "core/convolve/filter.hpp"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// The sizes that a plan is made for.
struct ConvolutionShape {
    int width = 0, height = 0;  ///< of the answer
    int filterWidth = 0, filterHeight = 0;
    int threads = 0;  ///< 0: all cores

    int paddedWidth() const { return width + filterWidth - 1; }
    int paddedHeight() const { return height + filterHeight - 1; }
    std::size_t answerSize() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
    std::size_t paddedSize() const { return static_cast<std::size_t>(paddedWidth()) * static_cast<std::size_t>(paddedHeight()); }
};

struct ConvolutionEngineDescription : NamedEngine {
    /// Cost of an answer of that shape with its threads, nanoseconds a pixel, roughly: `auto` takes the cheapest. Infinite
    /// where the engine cannot do this filter. The CPU engines' are of 1500 x 750 float32 on one core of an EPYC with AVX2,
    /// filters of 3 x 3 to 43 x 43 (23 November 2026).
    std::function<double(const ConvolutionShape&, const Filter&)> cost;
    std::string tuned = {};  ///< when `cost` was measured on this machine, ISO 8601; empty: it is the stated one
};

/// One engine, prepared for one filter and size. Belongs to one thread at a time.
///
/// Use, given `const ConvolutionEngine& engine, const Filter& filter, std::span<const float> padded`:
///
///     const ConvolutionShape shape{.width = 640, .height = 480, .filterWidth = filter.width, .filterHeight = filter.height};
///     const std::unique_ptr<ConvolutionPlan> plan = engine.plan(shape, filter);
///     std::vector<float> answer(shape.answerSize());
///     plan->run(padded, answer);  // `padded`: shape.paddedSize() pixels
class ConvolutionPlan {
public:
    virtual ~ConvolutionPlan() = default;

    /// answer(x, y) = sum over the taps of padded(x + i, y + j) tap(i, j), in the sense of a correlation; `padded` is the image
    /// with its border, row by row. After a stop the answer is not whole. Throws EngineError when the device fails.
    virtual void run(std::span<const float> padded, std::span<float> answer, std::stop_token stop = {}) = 0;
};

/// Computes exactly one thing, sums of products; borders, scales and masks are written once for all engines in convolve.cpp. The
/// filter of a plan is usable, and as large as its shape says.
class ConvolutionEngine
    : public EngineFamily<ConvolutionEngineDescription, ConvolutionPlan, const ConvolutionShape&, const Filter&> {};

using ConvolutionEngineList = std::vector<std::shared_ptr<const ConvolutionEngine>>;

}  // namespace coarsen
