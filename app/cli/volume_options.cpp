// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say how files are read, above all those of volumes.
#include "app/cli/analyze_options.hpp"
#include "core/base/error.hpp"

#include <CLI/CLI.hpp>

namespace coarsen::cli {

namespace {

SizeSource sizeSourceNamed(const std::string& name) {
    if (name.empty()) return SizeSource::best;
    if (name == "file") return SizeSource::file;
    if (name == "sidecar") return SizeSource::sidecar;
    if (name == "density") return SizeSource::density;
    if (name == "none") return SizeSource::none;
    throw SettingError("--size-from", "'" + name + "' is no source of sizes", "write file, sidecar, density or none");
}

}  // namespace

SeriesOpening openingOf(const AnalyzeOptions& options) {
    SeriesOpening opening{.slice = options.slice,
                          .areVolumes = options.volumes,
                          .raw = {},
                          .dataset = options.dataset,
                          .channel = options.channel,
                          .time = options.time,
                          .position = options.position,
                          .joins = options.joins,
                          .sizes = sizeSourceNamed(options.sizeFrom)};
    if (!options.raw.empty()) opening.raw = rawLayoutFromText(options.raw);
    return opening;
}

namespace {

constexpr const char* ofVolumes = "Volumes (.nii .mha .mhd .h5 by themselves, TIFF that says so)";

void addSizeSource(CLI::App& sub, AnalyzeOptions& options) {
    sub.add_option("--size-from", options.sizeFrom,
                   "Source of the pixel size: file, sidecar (a microscope's .txt), density (as scanners and "
                   "printers count) or none [the best of them]")
        ->type_name("SOURCE");
}

CLI::Option* addRaw(CLI::App& sub, AnalyzeOptions& options) {
    return sub
        .add_option("--raw", options.raw, "Voxels without a header: WxHxD:TYPE[:OFFSET], as 256x256x128:u16le; f32, s16be, ...")
        ->type_name("LAYOUT");
}

CLI::Option* datasetOption(CLI::App& sub, AnalyzeOptions& options) {
    return sub.add_option("--dataset", options.dataset, "Path in HDF5 files [the only one in them]")->type_name("PATH");
}

CLI::Option* addChannel(CLI::App& sub, AnalyzeOptions& options, const std::string& of) {
    return sub.add_option("--channel", options.channel, of + "; the first is 1 [1]")->type_name("N");
}

}  // namespace

void addSliceAndPosition(CLI::App& sub, AnalyzeOptions& options) {
    sub.add_option("--z", options.slice, "Slice of a stack to measure at each time, with all its channels; the first is 1")
        ->type_name("N");
    sub.add_option("--position", options.position,
                   "Position on the sample to measure, where files or names have several; the first is 1 [1]")
        ->type_name("N");
}

void addSlice(CLI::App& sub, AnalyzeOptions& options) {
    addSliceAndPosition(sub, options);
    sub.add_flag("--join", options.joins, "Take all pages of several files, one file after the other");
    addSizeSource(sub, options);
}

void addDataset(CLI::App& sub, AnalyzeOptions& options) {
    datasetOption(sub, options);
}

void addTimes(CLI::App& sub, std::vector<int>& times) {
    sub.add_option("--t", times, "Time to take, where files have several, or one of each of the two; the first is 1 [1]")
        ->type_name("N[,M]")
        ->delimiter(',')
        ->expected(1, 2)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void addPicturePart(CLI::App& sub, AnalyzeOptions& options) {
    addSliceAndPosition(sub, options);
    addDataset(sub, options);
    addChannel(sub, options, "Channel to take, where pictures have several");
}

void addVolumePart(CLI::App& sub, AnalyzeOptions& options) {
    addRaw(sub, options);
    addDataset(sub, options);
    addChannel(sub, options, "Channel to take, where there are several");
    addSizeSource(sub, options);
    addPixelSize(sub, options);
    sub.add_option("--memory", options.memory, "Memory at most, as 4GB or 500MB [half of what the machine has]")
        ->type_name("SIZE");
}

void addVolumes(CLI::App& sub, AnalyzeOptions& options) {
    sub.add_flag("--volumes", options.volumes,
                 "Each TIFF file is a volume, its pages the slices, and so is each folder of slices")
        ->group(ofVolumes);
    addRaw(sub, options)->group(ofVolumes);
    datasetOption(sub, options)->group(ofVolumes);
    addChannel(sub, options, "Channel to measure, where volumes have several")->group(ofVolumes);
    sub.add_option("--t", options.time, "Time to measure, where files have several; the first is 1 [all]")
        ->type_name("N")
        ->group(ofVolumes);
}

void refuseToWatchVolumes() {
    throw SettingError("--watch", "the frames are volumes, which are not watched", "measure those that have come with --resume");
}

}  // namespace coarsen::cli
