// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_options.hpp"

#include "app/cli/earlier_session.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/folder_of_series.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/tuning.hpp"
#include "core/analysis/recipe_for_series.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/base/version.hpp"
#include "core/batch/batch_request.hpp"
#include "core/correlate/engines.hpp"
#include "core/job/output_folder.hpp"
#include "core/job/region_of_frames.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/notes.hpp"
#include "core/series/volume_series.hpp"
#include "core/settings/fields.hpp"
#include "gpu/engines.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace coarsen::cli {

namespace fs = std::filesystem;

namespace {
constexpr const char* timesGroup = "Times and fit";
constexpr const char* keyOfQuench = "fit.t0";
}  // namespace

Recipe readRecipe(const fs::path& file) {
    const auto bytes = readWhole(file);
    return recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, displayName(file));
}

Recipe askedRecipe(const AnalyzeOptions& options, const Recipe& before) {
    if (options.preset.empty()) return options.recipe.empty() ? before : readRecipe(options.recipe);
    const Recipe preset = presetFor(presetNamed(options.preset), before);
    if (options.recipe.empty()) return preset;
    const auto bytes = readWhole(options.recipe);
    return recipeOnTop(preset, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}, displayName(options.recipe));
}

GivenSettings settingsOf(const AnalyzeOptions& options) {
    GivenSettings settings;
    for (const std::string& setting : options.settings) {
        const auto cut = setting.find('=');
        if (cut == std::string::npos)
            throw SettingError("--set", "'" + setting + "' has no value", "write KEY=VALUE, as flatten.sigma=80");
        settings.emplace_back(setting.substr(0, cut), setting.substr(cut + 1));
    }
    settings.insert(settings.end(), options.keys.begin(), options.keys.end());
    return settings;
}

namespace {

/// By the names of the options.
GivenSettings settingsAsGiven(const AnalyzeOptions& options) {
    GivenSettings given = settingsOf(options);
    for (std::size_t i = options.settings.size(); i < given.size(); ++i)
        if (given[i].first == keyOfQuench) given[i].first = "--t0";
    return given;
}

FrameOrder orderFromText(const std::string& text) {
    const auto order = frameOrderNamed(text);
    if (!order) throw SettingError("--order", "'" + text + "' is no order of frames", "write name or time");
    return *order;
}

std::size_t memoryFromText(const std::string& text) {
    const auto bytes = bytesFromText(text);
    if (!bytes) throw SettingError("--memory", "'" + text + "' is no size", "write a number with its unit, as 4GB or 500MB");
    return *bytes;
}

/// "0,2" as numbers.
std::vector<int> gpuNumbers(const std::string& list) {
    std::vector<int> numbers;
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, ',');) {
        int number = -1;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (error != std::errc() || end != part.data() + part.size() || number < 0)
            throw SettingError("--gpus", "'" + list + "' is no list of GPUs", "write all, none, or numbers as in 0,2");
        numbers.push_back(number);
    }
    return numbers;
}

Engines chosenEngines(const AnalyzeOptions& options, const Engines& all) {
    if (options.gpus.empty() || options.gpus == "all") return all;
    if (options.gpus == "none") return all.withoutGpus();
    Engines chosen = gpu::engines(gpuNumbers(options.gpus));
    for (const auto& engine : chosen.correlation)
        if (!engine->description().unavailable.empty())
            throw SettingError("--gpus", engine->description().unavailable, "leave it out, the CPU measures the same");
    Engines engines = all.withoutGpus();
    engines.join(std::move(chosen));
    return engines;
}

}  // namespace

std::string presetHelp(bool (*takes)(const Recipe&)) {
    std::vector<std::string> words;
    for (const Preset& preset : recipePresets())
        if (!takes || takes(preset.recipe()))
            words.push_back(words.empty() ? preset.key : preset.key + " (" + preset.label + ")");
    return joined(words, " or ") + " [" + recipePresets().front().key + "]";
}

void addPresetAndRecipe(CLI::App& sub, AnalyzeOptions& options, const std::string& group, const std::string& presets) {
    sub.add_option("--preset", options.preset, "The recipe to begin with: " + presets)->type_name("NAME")->group(group);
    sub.add_option("--recipe", options.recipe,
                   "Preprocessing and measurement, JSON; with --preset its settings replace the preset's [the built-in default]")
        ->type_name("FILE")
        ->group(group);
}

bool AnalyzeOptions::saves(const std::string& kind) const {
    return std::ranges::find(save, kind) != save.end();
}

const std::string* AnalyzeOptions::given(std::string_view key) const {
    const auto found = std::ranges::find(keys, key, &GivenSettings::value_type::first);
    return found == keys.end() ? nullptr : &found->second;
}

void addMeasuring(CLI::App& sub, AnalyzeOptions& options) {
    const auto settings = "Settings";
    addPresetAndRecipe(sub, options, settings, presetHelp());
    sub.add_option("--set", options.settings, "Change one setting, repeatable: --set crop.width=640 (see recipe --keys)")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(settings);
    sub.add_option("--region", options.region,
                   "Measure inside ImageJ's selections: FILE.roi, or a set, FILE.zip, each in its own frame where their "
                   "positions differ [the crop's rectangle]")
        ->type_name("FILE")
        ->group(settings);
    addKeyOption(sub, "--max-lag", "measure.max_lag", options.keys)->group(settings);
    addKeyOption(sub, "--mean", "measure.mean", options.keys)->group(settings);
    addKeyOption(sub, "--norm", "measure.norm", options.keys)->group(settings);
    addPixelSize(sub, options)->group(settings);
}

CLI::Option* addInterval(CLI::App& sub, AnalyzeOptions& options) {
    return addFieldOptions(sub, TypedScale::fields(), options.scale, {"interval"}).front()->group(timesGroup);
}

CLI::Option* addPixelSize(CLI::App& sub, AnalyzeOptions& options) {
    return addFieldOptions(sub, TypedScale::fields(), options.scale, {"pixel_size"}, "--spacing").front();
}

void addFitting(CLI::App& sub, AnalyzeOptions& options) {
    addKeyOption(sub, "--t0", keyOfQuench, options.keys)->group(timesGroup);
    addKeyOption(sub, "--fit", "fit.model", options.keys)->group(timesGroup);
    addKeyOption(sub, "--weights", "fit.weights", options.keys)->group(timesGroup);
}

void addEngineChoice(CLI::App& sub, AnalyzeOptions& options, const Engines& engines) {
    const auto run = "Run";
    std::string names = "auto";
    const EngineList& list = engines.correlation;
    for (std::size_t i = 0; i < list.size(); ++i)
        names += (i + 1 < list.size() ? ", " : " or ") + list[i]->description().name;
    sub.add_option("--engine", options.engine, names + " [auto]")->type_name("NAME")->group(run);
    sub.add_option("--convolution-engine", options.convolutionEngine,
                   "Engine of steps that filter or blur: " + convolutionNames(engines.convolution) + " [auto]")
        ->type_name("NAME")
        ->group(run);
    addNoTune(sub, options.ignoresTuning, run);
    sub.add_flag("--exact", options.exact, "Whole numbers only: stops when a step made fractions of them")->group(run);
    sub.add_option("--threads", options.threads, "Threads at most [all]")->type_name("N")->group(run);
    sub.add_option("--memory", options.memory, "Memory at most, as 4GB or 500MB [half of what the machine has]")
        ->type_name("SIZE")
        ->group(run);
    sub.add_option("--gpus", options.gpus, "Numbers of the GPUs to use, all or none [all]")->type_name("LIST")->group(run);
}

void addReporting(CLI::App& sub, AnalyzeOptions& options) {
    const auto output = "Output";
    sub.add_option("--progress", options.progress, "Progress on standard error: auto, plain, json or none")
        ->type_name("FORM")
        ->capture_default_str()
        ->group(output);
    sub.add_flag("--quiet", options.quiet, "No summary and no progress")->group(output);
}

void addOptions(CLI::App& sub, AnalyzeOptions& options, const Engines& engines) {
    sub.add_option("input", options.inputs, "A folder of images, or images")->type_name("INPUT");
    addSlice(sub, options);
    addOutput(sub, options.output, "Folder for the tables, made when missing");
    auto* session =
        sub.add_option("--session", options.session, "Run this session again and say whether its images are unchanged")
            ->type_name("FILE");
    sub.add_option("--images", options.images,
                   "Folder where the session's images are now, if they have moved; repeatable, subfolders too")
        ->type_name("DIR")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->needs(session);

    addMeasuring(sub, options);
    addVolumes(sub, options);

    const auto times = timesGroup;
    auto* interval = addInterval(sub, options);
    auto* table =
        sub.add_option(
               "--times", options.times,
               "Table of times: CSV with file,time_s, or other columns that its headers or --time-columns name; mtime: when "
               "the files were last written, which copying may change [what files and names state, see --times-from]")
            ->type_name("FILE|mtime")
            ->excludes(interval)
            ->group(times);
    sub.add_option("--times-from", options.timesFrom,
                   "Source of times among those that files and names state: pages, names (names:s takes bare numbers for "
                   "seconds), interval, "
                   "clock, film, date (when a TIFF was saved) or number [the best of them]")
        ->type_name("SOURCE")
        ->excludes(interval)
        ->excludes(table)
        ->group(times);
    sub.add_option("--time-columns", options.timeColumns,
                   "Columns of the table that are meant: \"file=Name,time=t [h]\"; number=, from=, rows=yes instead of file=; "
                   "time=Date+Time of two columns; unit= ns to wk, date or h:mm:ss; header=no and then #1, #2; separator= comma, "
                   "semicolon or tab [by its headers]")
        ->type_name("LIST")
        ->needs(table)
        ->group(times);
    sub.add_option(
           "--order", options.order,
           "Which frames are neighbours, for their drift and correlation: name or time; rows stay in the order of names [name]")
        ->type_name("ORDER")
        ->group(times);
    sub.add_flag("--numbered", options.numbered,
                 "The numbers in the names count intervals (or frames, without --interval), so that missing numbers count, too")
        ->excludes("--times")
        ->group(times);
    addFitting(sub, options);

    const auto run = "Run";
    auto* frames = sub.add_option("--frames", options.frames, "A part of the series, half-open as in Python")
                       ->type_name("A:B[:STEP]")
                       ->group(run);
    addEngineChoice(sub, options, engines);
    auto* resume =
        sub.add_flag("--resume", options.resume,
                     "Continue an interrupted run in OUT, or add to a finished one the images that came after its last")
            ->group(run);
    auto* watch = sub.add_flag("--watch", options.watch,
                               "Measure the folder's images as they come, and renew the tables, until Ctrl+C or --until. The "
                               "exit status is that of the same run without it, or 130 where an image was left unmeasured")
                      ->excludes(session)
                      ->excludes(frames)
                      ->group(run);
    sub.add_option("--until", options.until, "With --watch: end once the series has this many frames")
        ->type_name("N")
        ->check(wholeAboveZero())
        ->needs(watch)
        ->group(run);
    sub.add_flag("--force", options.force, "Replace the results in OUT; never images, or files that are read")
        ->excludes(resume)
        ->group(run);
    auto* prepare = sub.add_flag("--prepare", options.prepares,
                                 "Look at the series once and write OUT/plan.json, for parts that are measured at other times or "
                                 "on other machines: --part")
                        ->excludes(resume)
                        ->excludes(watch)
                        ->group(run);
    auto* part =
        sub.add_option(
               "--part", options.part,
               "Measure part K of N of the run that was prepared in INPUT, or go on with it where it was killed; /N: K is "
               "what Slurm or MPI says (SLURM_ARRAY_TASK_ID; a rank, counted from 1)")
            ->type_name("K/N")
            ->excludes(prepare)
            ->group(run);
    sub.add_flag("--merge", options.merges, "Join all parts in INPUT: writes there what one run would have written")
        ->excludes(prepare)
        ->excludes(part)
        ->group(run);
    sub.add_option(
           "--estimate", options.estimate,
           "Print what --prepare, each of N parts and --merge need, a line NAME=VALUE each, and measure two frames to know "
           "it; of a prepared run, INPUT, also the parts that are missing [as many as take a quarter of an hour each]")
        ->type_name("N")
        ->expected(0, 1)
        ->default_str("0")
        ->check(wholeOrZero())
        ->excludes(resume)
        ->excludes(watch)
        ->excludes(prepare)
        ->excludes(part)
        ->excludes("--merge")
        ->group(run);

    const auto output = "Output";
    sub.add_option(
           "--save", options.save,
           "Also write c2d, final, mask: float TIFF and PNG; of volumes c3d, final: NIfTI; u: the deformation, NIfTI; phi, "
           "surface: the surface's distance, NIfTI, and its triangles, PLY; vtp: these for ParaView")
        ->type_name("c2d,final,mask")
        ->delimiter(',')
        ->group(output);
    sub.add_option("--effects", options.effects, "Also write effects.csv: R_max with and without each step, on N frames [10]")
        ->type_name("N")
        ->expected(0, 1)
        ->default_str("10")
        ->check(wholeAboveZero())
        ->group(output);
    addReporting(sub, options);
}

Session requestedSession(const AnalyzeOptions& options, const std::optional<Session>& earlier, ProgressReport& report) {
    Session session;
    if (earlier) {
        if (!options.inputs.empty())
            throw SettingError("--session", "the session names its own images",
                               "give either INPUT or --session; --images says where a session's images are now");
        const SeriesOpening opening = openingOf(options);
        if (opening.slice || opening.position || opening.joins || opening.sizes != SizeSource::best || opening.isForVolumes())
            throw SettingError(opening.slice                       ? "--z"
                               : opening.position                  ? "--position"
                               : opening.joins                     ? "--join"
                               : opening.sizes != SizeSource::best ? "--size-from"
                                                                   : "--volumes and its kin",
                               "the session's frames are chosen already", "leave it out, or give INPUT");
        session = *earlier;
        session.results.clear();
        session.neighbourCorrelations.clear();
        session.resultKeys.clear();
        session.fits.clear();
    } else {
        if (options.inputs.empty()) throw SettingError("INPUT", "no images are given", "name a folder of images");
        if (options.output.empty()) throw SettingError("OUT", "no folder for the tables is given", "write -o OUT");
        session.series = openOneSeries({options.inputs.begin(), options.inputs.end()}, openingOf(options));
        session.calibration = session.series.calibration;
        session.recipe = defaultRecipe();
    }
    if (options.watch && session.series.volumes) refuseToWatchVolumes();
    session.version = version;
    session.recipe = askedRecipe(options, session.recipe);
    if (!earlier && options.recipe.empty()) session.recipe = recipeForSeries(session.recipe, session.series);
    if (!options.recipe.empty()) locateFiles(session.recipe, session.files, options, report);
    const GivenSettings given = settingsAsGiven(options);
    applySettings(session.recipe, given);
    tellInfoBar(session.series, session.recipe);
    if (!options.region.empty()) {
        const RegionOfFrames region = regionOfFrames(readRois(options.region), session.series);
        applyRegion(session.recipe, region.region);
        if (!region.said.text.empty()) say(session.series, region.said.code, region.said.text, region.said.flag);
    }
    requireKinds(options.save, session.series, session.recipe);
    const FrameOrder order = options.order ? orderFromText(*options.order) : session.times.order;
    if (const auto choice = timeChoice(options)) session.times = *choice;
    session.times.order = order;
    if (options.session.empty() || timeChoice(options))
        assignTimes(session.series, session.times);
    else
        setOrder(session.series, order);
    if (countsFrames(session.series)) {
        refuseTimesOfNumbers(given);
        if (options.session.empty()) refuseUnsaidNumbers(session);
        if (const std::string* const t0 = options.given(keyOfQuench); t0 && session.recipe.fit.t0S.value_or(0) != 0)
            report.say("--t0 " + *t0 + " counts frames, for these have no times; --interval or --times gives them");
    }
    applyDates(session, given);
    if (options.scale.pixelSize) {
        session.calibration = calibrationFor(session.series, *options.scale.pixelSize);
        takeTypedSize(session.series, session.calibration);
    }
    if (options.engine) session.engine = *options.engine;
    if (options.convolutionEngine) session.convolutionEngine = *options.convolutionEngine;
    return session;
}

void requireLegalSettings(const AnalyzeOptions& options) {
    Recipe recipe = askedRecipe(options, defaultRecipe());
    applySettings(recipe, settingsAsGiven(options));
    if (!options.region.empty()) readRois(options.region);
    timeChoice(options);
    if (options.order) orderFromText(*options.order);
}

EngineRequest engineRequest(const AnalyzeOptions& options, const Engines& engines) {
    EngineRequest request;
    request.engines = withTuning(chosenEngines(options, engines), options.ignoresTuning);
    request.name = options.engine.value_or("auto");
    request.convolution = options.convolutionEngine.value_or("auto");
    request.exact = options.exact;
    return request;
}

void requireEngines(const EngineRequest& request) {
    choose(request.engines.correlation, request.name, PlanShape{.width = 64, .height = 64, .maxLag = 16, .type = PixelType::u8},
           request.exact);
    chooseConvolution(request.forConvolution().engines, request.convolution, {64, 64, 1, 1}, {1, 1, {1}});
}

int threadsOf(const AnalyzeOptions& options) {
    if (options.threads < 0) throw SettingError("--threads", "it must not be negative", "write a number, or 0 for all");
    return options.threads;
}

std::size_t memoryOf(const AnalyzeOptions& options) {
    if (!options.memory.empty()) setMemoryBudget(memoryFromText(options.memory));
    return memoryBudget();
}

RunRequest runRequest(const AnalyzeOptions& options, const Session& session, const std::optional<Session>& earlier,
                      const Engines& engines) {
    RunRequest request;
    request.series = session.series;
    request.recipe = session.recipe;
    request.calibration = session.calibration;
    request.engines = engineRequest(options, engines);
    request.engines.name = session.engine;
    request.engines.convolution = session.convolutionEngine;
    request.threads = threadsOf(options);
    request.memoryBytes = memoryOf(options);
    request.keepsImages = !options.save.empty();
    request.excluded = session.excluded;
    request.manualRMaxPx = session.manualRMaxPx;
    const int count = static_cast<int>(session.series.frames.size());
    if (!options.frames.empty()) {
        request.frames = framesInRange(options.frames, count);
        if (request.frames.empty())
            throw SettingError("--frames", "'" + options.frames + "' holds no frame of " + std::to_string(count),
                               "write A:B with A below B, as 0:" + std::to_string(count));
    } else if (earlier) {
        for (const auto& [frame, row] : earlier->results)
            request.frames.push_back(frame);
    }
    requireEngines(request.engines);
    return request;
}

}  // namespace coarsen::cli
