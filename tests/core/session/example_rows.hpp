// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"

#include <string>

namespace coarsen::test {

/// A row in which every member differs from its default.
inline FrameResult measuredRow(int frame) {
    FrameResult row;
    row.frame = frame;
    row.file = "spin_" + std::to_string(frame) + ".png";
    row.page = 3;
    row.timeS = 60.5 * frame;
    row.timeSource = TimeSource::table;
    row.status = FrameStatus::ok;
    row.rMax = {21.5 + frame, 0.1, 0.25, Quality::weak, "it stands 0.04 above its minimum"};
    row.lengths["r_min"] = {12.0 + 1.0 / 3, ImageFacts::nan, -0.2, Quality::good, ""};
    row.lengths["r_zero"] = {7.25, 0.125, 0, Quality::good, ""};
    row.lengths["r_half"] = {4.75, ImageFacts::nan, 0.5, Quality::good, ""};
    row.lengths["l_q1"] = {20.25, ImageFacts::nan, ImageFacts::nan, Quality::good, ""};
    row.lengths["xi_fit"] = {27.5, 2.25, 0.25, Quality::good, "", {}, 8, 61};
    row.anisotropy = {0.5, 30};
    row.image.drift.xPx = 1.5;
    row.image.drift.yPx = -2.5;
    row.image.drift.rotationDeg = 0.25;
    row.image.drift.errorXPx = 0.0625;
    row.image.drift.errorYPx = 0.125;
    row.image.drift.rotationErrorDeg = 0.5;
    row.image.widthPx = 640;
    row.image.heightPx = 480;
    row.image.validFraction = 0.985;
    row.image.saturatedFraction = 0.0625;
    row.image.orientation = {0.5, 0.75, -30};
    row.engine = "cpu-fft";
    row.message = "it stands 0.04 above its minimum";
    row.inputSha256 = std::string(64, 'a');
    row.inputBytes = 12345;
    row.profile = {{1.0f, 0.5f, -0.1f},
                   {0.0f, 0.01f, 0.02f},
                   {307200.0f, 306000.0f, 305000.5f},
                   {1.0f, 0.875f, 0.75f, 0.625f, 0.5f},
                   123.5,
                   6};
    row.sectors = {{0, 21.5, {1.0f, 0.25f}, {307200.0f, 306000.0f}},
                   {90, ImageFacts::nan, {1.0f, -0.5f}, {307200.0f, 305500.0f}}};
    row.terms = {{"1x1", 21.5, {1.0f, 0.25f}, {0.0f, 0.5f}, {307200.0f, 306000.0f}},
                 {"1x2", ImageFacts::nan, {-0.75f, -0.5f}, {}, {307200.0f, 305500.0f}}};
    row.deformation = {0.125, 0.96875, 0.375, 0.75, -0.0625, true};
    row.scriptLengths["knee"].px = 12.5;
    row.scriptLengths["knee"].errorPx = 0.25;
    return row;
}

}  // namespace coarsen::test
