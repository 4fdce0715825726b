// SPDX-License-Identifier: GPL-3.0-or-later
// Files that nothing can be measured on: opened and measured as a user's are.
#include "core/analysis/run_series.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_volume_files.hpp"
#include "core/series/image_series.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace coarsen {

namespace {

/// A bicontinuous-looking wave, so that nothing but what is made wrong is wrong.
known_files::Voxels waves(const VolumeSize& size) {
    known_files::Voxels voxels{size, {1, 1, 1, true}, SampleType::f32};
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                voxels.numbers.push_back(100 + 40 * (std::sin(0.9 * x) + std::sin(0.8 * y + 1) + std::sin(0.85 * z + 2)));
    return voxels;
}

/// Words of `analyze` on the only volume of a series: when it is opened, else in its row. Empty: it was measured.
std::string wordsOf(SelfTestRun& run, const std::filesystem::path& file) {
    try {
        RunRequest request;
        request.series = openSeries({file}, {.areVolumes = true});
        request.recipe = recipeForVolumes(correctingRecipe());
        request.engines.engines = run.engines().withoutGpus();
        const FrameResults rows = runSeries(request, {}, run.stopToken()).results;
        if (run.stopToken().stop_requested()) throw SelfTestStopped{};
        const FrameResult& row = *rows.at(0);
        return row.status == FrameStatus::failed ? row.message : std::string();
    } catch (const InputError& error) {
        return error.what();
    }
}

/// Tests that the words name the file (of a row its column does) and what is wrong with it: 1, else 0.
void refused(SelfTestRun& run, const std::string& what, const std::string& name, const std::string& bytes,
             const std::string& reason) {
    const ScratchFolder folder;
    known_files::write(folder.path() / name, bytes);
    const double isSaid = wordsOf(run, folder.path() / name).find(reason) != std::string::npos;
    run.report(what + ": refused in words", "", isSaid, 1, 1 - isSaid, 0);
}

}  // namespace

void badVolumeCases(SelfTestRun& run) {
    const auto good = waves({24, 24, 24});
    refused(run, "one slice", "a.nii", known_files::nifti1(waves({24, 24, 1})), "slice");
    refused(run, "1 x 1 x 64 voxels", "a.nii", known_files::nifti1(waves({1, 1, 64})), "1 x 1 x 64");
    known_files::Voxels flat = good;
    flat.numbers.assign(flat.numbers.size(), 7);
    refused(run, "all voxels equal", "a.nii", known_files::nifti1(flat), "contrast");
    known_files::Voxels nothing = good;
    nothing.numbers.assign(nothing.numbers.size(), std::numeric_limits<double>::quiet_NaN());
    refused(run, "NaN everywhere", "a.nii", known_files::nifti1(nothing), "finite");

    known_files::Voxels holes = good;
    double missing = 0;
    for (std::size_t i = 0; i < holes.numbers.size(); i += 11, ++missing)
        holes.numbers[i] = std::numeric_limits<double>::quiet_NaN();
    const ScratchFolder folder;
    known_files::write(folder.path() / "a.nii", known_files::nifti1(holes));
    const Volume masked = readVolume(folder.path() / "a.nii");
    double found = 0;
    for (const std::uint8_t isValid : masked.valid())
        found += isValid == 0;
    run.report("NaN in every eleventh voxel: masked ones", "", found, missing, found - missing, 0);

    std::string short_ = known_files::nifti1(good);
    short_.resize(short_.size() - good.size.slice() * sizeof(float));
    refused(run, "a slice missing at the end", "a.nii", short_, "missing");
    std::filesystem::create_directory(folder.path() / "slices");
    known_files::Voxels slice = waves({24, 24, 1});
    for (const int z : {1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12})
        known_files::write(folder.path() / "slices" / ("s_" + std::to_string(z) + ".tif"), known_files::tiff(slice));
    const double isNamed = wordsOf(run, folder.path() / "slices").find('8') != std::string::npos;
    run.report("a slice missing in a folder: its number named", "", isNamed, 1, 1 - isNamed, 0);

    known_files::Voxels claim = good;
    claim.size = {2048, 1024, 512};  // 4 GB of floats
    refused(run, "a header that claims 4 GB", "a.nii", known_files::nifti1(claim), "bytes");
    std::string cut = known_files::gzip(known_files::nifti1(good));
    cut.resize(cut.size() / 2);
    refused(run, "gzip cut off", "a.nii.gz", cut, "");
}

}  // namespace coarsen
