// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/bicontinuous.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <string>

namespace coarsen::test {

/// Small bicontinuous volumes of known R_max that grow from frame to frame, as NIfTI in `volumes` of a folder of their own.
class SmallVolumes {
public:
    explicit SmallVolumes(int frames = 5, Spacing spacing = {0.5, 0.5, 0.5, true}, VolumeSize size = {48, 44, 40}) {
        settings_.width = size.width;
        settings_.height = size.height;
        settings_.depth = size.depth;
        settings_.spacing = spacing;
        settings_.frames = frames;
        settings_.wavelengthFromPx = 6;
        settings_.wavelengthToPx = 8;
        settings_.ringWidth = 0.1;
        settings_.seed = 11;
        std::filesystem::create_directory(volumes());
        for (int frame = 0; frame < frames; ++frame)
            write(frame, file(frame));
    }

    std::filesystem::path volumes() const { return folder_ / "volumes"; }
    std::filesystem::path file(int frame) const { return volumes() / ("v_" + std::to_string(frame) + ".nii"); }
    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

    Volume volume(int frame) const { return bicontinuousVolume(settings_, frame).volume; }
    double rMaxPx(int frame) const { return bicontinuousVolume(settings_, frame).rMaxPx; }
    void write(int frame, const std::filesystem::path& file) const { writeNifti(file, volume(frame)); }

private:
    TemporaryFolder folder_;
    BicontinuousSettings settings_;
};

}  // namespace coarsen::test
