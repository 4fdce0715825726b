// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <string>

namespace coarsen::window {

inline std::string frameName(int frame) {
    return "image_" + std::to_string(frame) + ".png";
}

/// A session of so many frames, a second apart, of which none is measured.
inline Session sessionOf(int frames) {
    Session session;
    session.recipe = defaultRecipe();
    for (int frame = 0; frame < frames; ++frame) {
        FrameSource source;
        source.name = frameName(frame);
        source.file = "/series/" + source.name;
        source.timeS = frame;
        source.timeSource = TimeSource::filename;
        session.series.frames.push_back(source);
    }
    return session;
}

/// As a run brings it; R_max grows by 1 px a frame from `firstPx`.
inline FrameResult rowOf(int frame, double firstPx = 10) {
    FrameResult row;
    row.frame = frame;
    row.file = frameName(frame);
    row.timeS = frame;
    row.timeSource = TimeSource::filename;
    row.status = FrameStatus::ok;
    row.rMax.px = firstPx + frame;
    row.rMax.errorPx = 0.1;
    row.rMax.quality = Quality::good;
    row.inputSha256 = "as measured";
    return row;
}

inline FrameResult failedRow(int frame) {
    FrameResult row;
    row.frame = frame;
    row.message = "it cannot be read";
    return row;
}

/// Another recipe than before for all that is measured.
inline void changeRecipe(Session& session) {
    set(session.recipe, "crop.width", std::int64_t{100});
    set(session.recipe, "crop.on", true);
}

}  // namespace coarsen::window
