// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/preprocess/frame.hpp"
#include "core/series/image_series.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace coarsen {

/// Count of what is done to some frames of a run without anybody having asked for it, so that it can be said once. For several
/// threads.
class RunRemarks {
public:
    /// Opacity that nothing looks at, and pixels that are no numbers.
    void lookAt(const Frame& raw, const FrameSource& source);
    void lookAt(const Volume& raw, int frame, const FrameSource& source);

    /// A picture whose largest value tells that fewer bits are in use than saturation is judged by.
    void lookAtDepth(const Frame& raw, const FrameSource& source, std::optional<int> bitsInUse);

    /// A picture in the colours of a colour map.
    void lookAtColours(const Frame& raw, const FrameSource& source);

    /// A file that states another size of pixels than counts for the series (`ownUmPerPx`), or none.
    void lookAtSize(const FrameResult& row, const FrameSource& source);

    /// A deformation that may be wrong in places, or was asked for and not found (`isFound`).
    void lookAtDeformation(const FrameResult& row, const FrameSource& source, bool isFound);

    /// A background that was subtracted where the recipe divides by it.
    void lookAtSteps(const Frame& finalFrame, const FrameSource& source);

    /// Calls `say` for each remark with what is so, and with how many and which frames it is so of. `measured`: frames that were
    /// measured.
    void tell(int measured, const std::function<void(const std::string& what, const std::string& where)>& say) const;

private:
    struct Seen {
        int frames = 0, first = 0;
        std::string name;  ///< of the first
        double share = 0;  ///< of its pixels
    };
    enum Remark {
        opacity,
        noNumbers,
        shallow,
        subtraction,
        onePeriodOff,
        noDeformation,
        otherSize,
        noSize,
        colourMap,
        remarkCount
    };
    void add(Remark remark, int frame, const FrameSource& source, double share);

    mutable std::mutex mutex_;
    std::array<Seen, remarkCount> seen_;
};

}  // namespace coarsen
