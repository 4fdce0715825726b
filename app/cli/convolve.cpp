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
#include "core/base/named_engine.hpp"
#include "core/base/numbers.hpp"
#include "core/base/sha256.hpp"
#include "core/convolve/filter_file.hpp"
#include "core/export/image_files.hpp"
#include "core/export/image_names.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"
#include "core/session/run_journal.hpp"
#include "core/settings/fields.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

struct ConvolveOptions {
    AnalyzeOptions part;  // with the inputs
    std::string kernel, output, engine = "auto";
    ConvolutionSettings settings;
    RunAgain again;
    bool quiet = false, ignoresTuning = false;
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

/// Whatever decides the pixels of the answers.
RunIdentity identityOf(const ConvolveOptions& options, const ConvolutionEngineList& engines, const Filter& filter,
                       const ImageSeries& series) {
    std::string text = std::to_string(filter.width) + 'x' + std::to_string(filter.height);
    for (const double tap : filter.taps)
        text += ' ' + shortest(tap);
    for (const auto& field : ConvolutionSettings::fields())
        text += '\n' + field.description.name + '=' + textOf(field.read(options.settings));
    const SeriesOpening part = openingOf(options.part);
    for (const auto& number : {part.slice, part.position, part.channel, part.time})
        text += '\n' + std::to_string(number.value_or(0));
    text += '\n' + part.dataset + (part.joins ? "\njoined" : "");
    std::string tuned;
    for (const auto& engine : engines)
        if (isAutomatic(options.engine)) tuned = std::max(tuned, engine->description().tuned);
    RunIdentity identity;
    identity.engine = options.engine + (tuned.empty() ? "" : ", tuned " + tuned);
    identity.files = inputsOf(series);
    identity.filter = sha256(text);
    return identity;
}

std::string itemLine(std::size_t image) {
    return checkedLine(nlohmann::json{{"image", image}}.dump());
}

/// The images that the interrupted run has filtered, and whose answers are there.
std::set<std::size_t> doneBefore(const ConvolveOptions& options, const RunIdentity& identity, const Paths& targets,
                                 ProgressReport& report) {
    std::set<std::size_t> done;
    if (!options.again.resumes) return done;
    const DamageWords words{"the line is damaged", "its image is filtered again"};
    const auto take = [&](std::string_view line) {
        const auto json = nlohmann::json::parse(line, nullptr, false);
        if (!json.is_object() || !json.value("image", nlohmann::json()).is_number_unsigned())
            throw InputError("", "it names no image");
        const auto image = json["image"].get<std::size_t>();
        if (image >= targets.size()) throw InputError("", "there is no such image");
        if (fs::exists(targets[image])) done.insert(image);
    };
    for (const std::string& damage : readJournal(options.output, identity, words, take))
        report.say(damage);
    return done;
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
    const ConvolutionEngineList list = withTuning(engines, options.ignoresTuning).convolution;
    SeriesConvolver convolver(options, list, filter);
    const ImageSeries series =
        openPictures({options.part.inputs.begin(), options.part.inputs.end()}, options.part, "convolve", report);
    const Paths targets = targetsOf(options, series);
    Output output(options.output, targets, usersFilesOf(options, series), options.again.earlier());
    const RunIdentity identity = identityOf(options, list, filter, series);
    const std::set<std::size_t> before = doneBefore(options, identity, targets, report);
    Paths written;
    std::vector<std::string> lines;
    const auto take = [&](std::size_t image) {
        written.push_back(targets[image]);
        lines.push_back(itemLine(image));
    };
    std::ranges::for_each(before, take);
    std::optional<RunJournal> journal(std::in_place, options.output, identity, lines, namesOf(targets));
    for (std::size_t i = 0; i < series.frames.size() && !interrupt.happened(); ++i) {
        if (before.contains(i)) continue;
        try {
            const Image answer = convolver(series.frames[i], static_cast<int>(i));
            output.write(report, [&] { writeFloatTiff(targets[i], answer); });
            take(i);
            if (journal->isThere())
                journal->add(lines.back());
            else  // somebody has removed OUT, which was made anew
                journal.emplace(options.output, identity, lines, namesOf(targets));
        } catch (const InputError& error) {  // the other images go on
            report.say(error.what());
        }
        report.showDoing(std::to_string(i + 1) + " of " + std::to_string(series.frames.size()) + " images");
    }
    report.end();
    const std::size_t done = written.size();
    const bool isAnyGone = output.sayGone(written, report);
    report.summarise(std::to_string(done) + (done == 1 ? " image" : " images") + " with a filter of " +
                     std::to_string(filter.width) + " x " + std::to_string(filter.height) + " in " + options.output +
                     (convolver.reason().empty() ? "" : "; " + convolver.reason()) + '\n');
    if (interrupt.happened()) {
        report.say("interrupted with " + std::to_string(series.frames.size() - done) + " images left; continue with --resume");
        return interrupted;
    }
    journal->remove();
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
    addRunAgain(*sub, options->again);
    sub->add_flag("--quiet", options->quiet, "No summary and no progress");
    sub->footer(
        "Colour images are made grey first, by luminance. Example: coarsen-cli convolve images/ -k kernel.csv -o filtered");
    sub->callback([&chosen, &engines, options] { chosen = [&engines, options] { return convolve(*options, engines); }; });
}

}  // namespace coarsen::cli
