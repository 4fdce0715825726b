// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolve.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace coarsen {

/// Convolves images of a series: what was planned for a filter and a size is kept and lent to one caller at a time. Any thread
/// may ask; every answer is computed by one thread, by an engine chosen for one, so a frame has the same pixels in a run of many
/// threads and in a preview. Goes on with the CPU when a GPU fails.
///
/// Use, given `const Filter& filter, const Image& image`:
///
///     Convolvers convolvers;
///     const Convolved smooth = convolvers(filter, {.border = Border::mirror}, image);
class Convolvers {
public:
    explicit Convolvers(ConvolutionRequest request = {});

    /// As Convolver does. Throws SettingError, EngineError (the last engine failed).
    Convolved operator()(const Filter& filter, const ConvolutionSettings& settings, const Image& image, const Mask& mask = {},
                         std::stop_token stop = {});

    /// Engine that convolved an image of that size with that filter last, and the time it took without planning; nothing where
    /// none did, or others came since.
    struct Use {
        std::string engine;
        double milliseconds = 0;
    };
    std::optional<Use> lastUse(const Filter& filter, int width, int height) const;

    /// Name of the engine that failed, and the reason; empty while none has.
    std::string trouble() const;

private:
    struct Kept {
        Filter filter;
        ConvolutionSettings settings;
        int width, height;
        std::unique_ptr<Convolver> convolver;
        double milliseconds = 0;  ///< of its last image
    };

    Kept taken(const Filter& filter, const ConvolutionSettings& settings, int width, int height);
    void putBack(Kept kept);
    bool isLeftToTheCpu(const ConvolutionRequest& failed, const std::string& why);

    mutable std::mutex mutex_;
    ConvolutionRequest request_;
    std::list<Kept> idle_;  // used last first
    std::string trouble_;
};

/// Memory that a convolver of images of that size keeps, and takes besides while it works, its answer included; bytes, of the
/// engine that needs most.
struct ConvolverMemory {
    std::size_t kept = 0, working = 0;
};
/// A filter by what decides it.
struct FilterOutline {
    int width = 0, height = 0;
    bool hasNegativeTaps = false;
};
ConvolverMemory convolverMemory(int width, int height, const FilterOutline& filter, bool areMasked);

}  // namespace coarsen
