// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/region.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/saturation.hpp"

#include <QImage>
#include <QPoint>
#include <QString>

#include <memory>
#include <vector>

namespace coarsen::window {

/// A stage made ready for the screen by a worker: an 8-bit picture, the dust over it, and the frame for readouts.
struct StagePicture {
    QString key;  ///< "raw", "grey", ..., "contrast"; of one channel alone "channels.a*"
    bool on = true;
    QImage picture;  ///< stretched between percentiles; Format_RGB32 of several channels, else Format_Grayscale8
    QImage dust;     ///< Format_Alpha8, opaque where masked; null when nothing is
    QPoint origin;   ///< of the picture in the uncropped frame
    Frame frame;
    double milliseconds = 0;
    double maskedPercent = 0;
};

/// All stages of one frame, from "raw" to the final one.
using StagePictures = std::shared_ptr<const std::vector<StagePicture>>;

/// Stretches between the grey values at these percentiles of the frame. Takes a few ms: called by workers only.
StagePicture stagePicture(const Stage& stage, double lowPercent, double highPercent);

/// Leaves out what lies outside of a region that the user has drawn, for it is no dust: the picture says so by itself.
void leaveOut(StagePicture& picture, const Region& region);

/// Each of its channels alone; none of a grey stage, or of axes, whose two say nothing alone.
std::vector<StagePicture> channelPictures(const Stage& stage, double lowPercent, double highPercent);

/// Grey values of the raw and the final frame for the small chart under the recipe.
struct GreyHistogram {
    std::vector<double> raw, final;       ///< counts in 128 equal bins over the raw image's range
    Saturation saturation;                ///< of the raw picture
    double darkest = 0, brightest = 255;  ///< the range
};
GreyHistogram greyHistogram(const Stage& rawStage, const Frame& finalFrame, std::optional<int> bitsInUse = {});

}  // namespace coarsen::window
