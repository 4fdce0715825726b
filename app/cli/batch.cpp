// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch.hpp"

#include "app/cli/analyze_options.hpp"
#include "app/cli/batch_summary.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/earlier_session.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/batch/batch_table.hpp"
#include "core/batch/found_series.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

struct BatchOptions {
    AnalyzeOptions run;
    std::string input;
    BatchChoices choices;
};

/// Says what the batch reports, series by series.
class BatchProgressReport final : public BatchReport {
public:
    BatchProgressReport(ProgressReport& report, const std::vector<BatchSeries>& series) : report_(report), series_(series) {}

    void begins(std::size_t series) override {
        report_.showSeries({.series = series, .seriesCount = series_.size()}, series_[series].name, SeriesPhase::opening);
    }
    void show(const BatchProgress& progress) override {
        report_.showSeries(progress, series_[progress.series].name, SeriesPhase::measuring);
    }
    void showSurvey(const BatchProgress& progress) override {
        report_.showSeries(progress, series_[progress.series].name, SeriesPhase::survey);
    }
    void say(std::size_t series, const std::string& text) override {
        if (++said_[text] == 1) report_.say(series_[series].name + ": " + text);
    }
    void ends(std::size_t series, const SeriesOutcome& outcome) override {
        const std::string& name = series_[series].name;
        if (outcome.state == SeriesState::failed) report_.say(name + " is passed over: " + outcome.reason);
        if (outcome.state == SeriesState::nothing) report_.say(name + ": no frame could be measured");
    }
    /// Says what was reported of one series and holds for others, too.
    void sayRepeated() {
        for (const auto& [text, count] : said_)
            if (count > 1) report_.say("the same of " + std::to_string(count - 1) + " more series: " + text);
    }

private:
    ProgressReport& report_;
    const std::vector<BatchSeries>& series_;
    std::map<std::string, int> said_;
};

FoundSeries seriesIn(const BatchOptions& options) {
    FoundSeries found;
    std::error_code unknown;
    if (fs::is_directory(options.input, unknown))
        found = foundSeries(options.input, !options.choices.leavesGroups, options.run.output, openingOf(options.run));
    else if (!fs::exists(options.input, unknown))
        throw InputError(options.input, "it does not exist", "name a folder of folders of images, or a table of them");
    else
        found = readBatchTable(options.input);
    spreadPositions(found, openingOf(options.run));
    return found;
}

BatchSettings settingsFor(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report) {
    BatchSettings settings;
    settings.recipe = askedRecipe(options, defaultRecipe());
    if (!options.recipe.empty()) locateFiles(settings.recipe, {}, options, report);
    settings.recipeFile = options.recipe;
    settings.changes = settingsOf(options);
    if (!options.region.empty()) settings.rois = readRois(options.region);
    settings.opening = openingOf(options);
    Recipe tried = settings.recipe;  // a wrong setting is of the command, not of each series
    applySettings(tried, settings.changes);
    settings.scale = options.scale;
    settings.engines = engineRequest(options, engines);
    settings.engine = settings.engines.name;
    settings.threads = threadsOf(options);
    settings.memoryBytes = memoryOf(options);
    requireEngines(settings.engines);
    return settings;
}

int batch(const BatchOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    ProgressReport report(progressFormNamed(options.run.progress), options.run.quiet);
    if (options.run.output.empty()) throw SettingError("OUT", "no folder for the tables is given", "write -o OUT");
    BatchRequest request{.series = {}, .settings = settingsFor(options.run, engines, report), .output = options.run.output};
    FoundSeries found = seriesIn(options);
    for (const std::string& note : found.notes)
        report.say(note);
    countFrames(found.series, request.settings.opening);
    request.series = std::move(found.series);
    request.xLabel = found.xLabel;
    request.resumes = options.run.resume;
    request.replaces = options.run.force;
    std::error_code unknown;
    if (!fs::is_directory(options.input, unknown)) request.readFiles.push_back(fs::absolute(options.input));

    Batch batch(std::move(request), engines);
    for (const std::string& note : batch.result().notes)
        report.say(note);
    BatchProgressReport progress(report, batch.request().series);
    batch.measure(progress, interrupt.token());
    report.clearLine();
    progress.sayRepeated();
    batch.writeTables();
    const BatchResult& result = batch.result();
    report.summarise(batchSummary(batch, options.run.output));
    if (interrupt.happened()) {
        const auto left = std::ranges::count_if(result.outcomes, [](const SeriesOutcome& each) {
            return each.state == SeriesState::waiting || each.state == SeriesState::cutShort;
        });
        report.say("interrupted with " + std::to_string(left) + " of " + std::to_string(result.outcomes.size()) +
                   " series left; continue with --resume");
        return interrupted;
    }
    return areAllMeasured(result) ? allMeasured : isAnyMeasured(result) ? someMissing : nothingMeasured;
}

}  // namespace

void addBatch(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("batch", "Measure many series and compare them: repeats, temperatures, concentrations");
    auto options = std::make_shared<BatchOptions>();
    AnalyzeOptions& run = options->run;
    sub->add_option("input", options->input,
                    "A folder of folders of images, each a series, or a table of them: CSV with the column folder, and any of "
                    "name, group, x, pixel_size_um, interval_s, t0_s, fit, recipe")
        ->type_name("PARENT|TABLE")
        ->required();
    addOutput(*sub, run.output, "Folder for all, made when missing: a folder for each series, and the tables");
    addFieldOptions(*sub, BatchChoices::fields(), options->choices);
    addSlice(*sub, run);
    addMeasuring(*sub, run);
    addVolumes(*sub, run);
    addInterval(*sub, run);
    addFitting(*sub, run);
    addEngineChoice(*sub, run, engines);
    auto* resume =
        sub->add_flag("--resume", run.resume, "Go on: finished series stay, the interrupted one continues, new images are added")
            ->group("Run");
    sub->add_flag("--force", run.force, "Replace the results in OUT; never images, or files that are read")
        ->excludes(resume)
        ->group("Run");
    addReporting(*sub, run);
    sub->footer(
        "Writes OUT/NAME/ for each series as analyze does, and summary.csv, growth.csv, groups.csv, collapse.csv, batch.json "
        "and\n"
        "a project that opens all of them in the window. A series that cannot be measured is named and passed over.\n"
        "Example: coarsen-cli batch experiment/ -o out --pixel-size 8.3 --interval 60 --t0 -600");
    sub->callback([&engines, &chosen, options] { chosen = [&engines, options] { return batch(*options, engines); }; });
}

}  // namespace coarsen::cli
