// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/convolve.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/entrance.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "app/cli/tuning.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/convolve/filter_file.hpp"
#include "core/export/image_files.hpp"
#include "core/export/image_names.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"

#include <CLI/CLI.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

struct ConvolveOptions {
    AnalyzeOptions part;  // with the inputs
    std::string kernel, output, engine = "auto";
    ConvolutionSettings settings;
    bool force = false, quiet = false, ignoresTuning = false;
    int threads = 0;
};

/// The answer as a picture: what is not defined is NaN, in every program.
Image withHoles(const Convolved& answer) {
    const auto pixels = answer.image.plane<float>();
    const auto valid = answer.mask.pixels();
    std::vector<float> shown(pixels.begin(), pixels.end());
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (!valid[i]) shown[i] = std::numeric_limits<float>::quiet_NaN();
    return {answer.image.width(), answer.image.height(), std::move(shown)};
}

Paths targetsOf(const ConvolveOptions& options, const ImageSeries& series) {
    Paths targets;
    for (const std::string& name : imageNames(series))
        targets.push_back(fs::path(options.output) / (name + ".tif"));
    return targets;
}

UsersFiles usersFilesOf(const ConvolveOptions& options, const ImageSeries& series) {
    UsersFiles users;
    for (const FrameSource& source : series.frames)
        users.pictures.push_back(source.file);
    users.others.emplace_back(options.kernel);
    return users;
}

/// One Convolver serves all images of a size.
class SeriesConvolver {
public:
    SeriesConvolver(const ConvolveOptions& options, ConvolutionEngineList engines, Filter filter)
        : options_(options), engines_(std::move(engines)), filter_(std::move(filter)) {}

    Image operator()(const FrameSource& source, int index) {
        if (!source.problem.empty()) throw InputError(source.name, source.problem);
        const Frame grey = Grey{}(rawFrame(framePicture(source, false, kept_), index, source.timeS));
        if (!convolver_ || size_ != std::pair(grey.image.width(), grey.image.height())) {
            size_ = {grey.image.width(), grey.image.height()};
            convolver_.emplace(engines_, options_.engine, filter_, options_.settings, size_.first, size_.second,
                               options_.threads);
        }
        return withHoles((*convolver_)(grey.image, grey.mask));
    }
    std::string reason() const { return convolver_ ? convolver_->choice().reason : ""; }

private:
    const ConvolveOptions& options_;
    ConvolutionEngineList engines_;
    Filter filter_;
    std::pair<int, int> size_;
    std::shared_ptr<const SharedFile> kept_;
    std::optional<Convolver> convolver_;
};

int convolve(const ConvolveOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    ProgressReport report(progressFormNamed("auto"), options.quiet);
    const Filter filter = readFilter(options.kernel);
    SeriesConvolver convolver(options, withTuning(engines, options.ignoresTuning).convolution, filter);
    const ImageSeries series =
        openPictures({options.part.inputs.begin(), options.part.inputs.end()}, options.part, "convolve", report);
    const Paths targets = targetsOf(options, series);
    Output output(options.output, targets, usersFilesOf(options, series), options.force);
    Paths written;
    for (std::size_t i = 0; i < series.frames.size() && !interrupt.happened(); ++i) {
        try {
            const Image answer = convolver(series.frames[i], static_cast<int>(i));
            output.write(report, [&] { writeFloatTiff(targets[i], answer); });
            written.push_back(targets[i]);
        } catch (const InputError& error) {  // the other images go on
            report.say(error.what());
        }
        report.showDoing(std::to_string(i + 1) + " of " + std::to_string(series.frames.size()) + " images");
    }
    report.end();
    const std::size_t done = written.size();
    const bool isAnyGone = output.sayGone(written, report);
    report.summarise(std::to_string(done) + (done == 1 ? " image" : " images") + " with a filter of " +
                     std::to_string(filter.width) + " x " + std::to_string(filter.height) + " in " + options.output + "; " +
                     convolver.reason() + '\n');
    if (interrupt.happened()) return interrupted;
    return done == series.frames.size() && !isAnyGone ? allMeasured : done > 0 ? someMissing : nothingMeasured;
}

}  // namespace

void addConvolve(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("convolve", "Apply a filter to images: a blur, a derivative, a band pass");
    auto options = std::make_shared<ConvolveOptions>();
    sub->add_option("INPUT", options->part.inputs, "Images, or a folder of them")->required();
    sub->add_option("-k,--kernel", options->kernel,
                    "The filter: a table of numbers (CSV), or an image of one channel (float32 TIFF)")
        ->type_name("FILE")
        ->required();
    addOutput(*sub, options->output, "Folder for the filtered images, float32 TIFF, NaN where undefined")->required();
    addPicturePart(*sub, options->part);
    addFieldOptions(*sub, ConvolutionSettings::fields(), options->settings);
    sub->add_option("--engine", options->engine, convolutionNames(engines.convolution))->type_name("NAME")->capture_default_str();
    addNoTune(*sub, options->ignoresTuning);
    sub->add_option("--threads", options->threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace files that are there");
    sub->add_flag("--quiet", options->quiet, "No summary and no progress");
    sub->footer(
        "Colour images are made grey first, by luminance. Example: coarsen-cli convolve images/ -k kernel.csv -o filtered");
    sub->callback([&chosen, &engines, options] { chosen = [&engines, options] { return convolve(*options, engines); }; });
}

}  // namespace coarsen::cli
