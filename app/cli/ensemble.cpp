// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/ensemble_run.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/output.hpp"
#include "app/cli/progress.hpp"
#include "core/base/commit.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utc_time.hpp"
#include "core/base/version.hpp"
#include "core/batch/ensemble_journal.hpp"
#include "core/export/image_files.hpp"
#include "core/recipe/recipe_json.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <sstream>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct EnsembleOptions {
    AnalyzeOptions run;
    EnsembleChoices groups;
    RunAgain again;
};

/// Writes the tables of the groups.
struct EnsembleFiles {
    fs::path folder;
    std::vector<std::string> names;  ///< by group

    fs::path table() const { return folder / "ensemble.csv"; }
    fs::path facts() const { return folder / "ensemble.json"; }
    fs::path session() const { return folder / "session.coarsen"; }
    fs::path meanMap(std::size_t group) const { return folder / ("mean_c2d_" + names[group] + ".tif"); }
    fs::path errorMap(std::size_t group) const { return folder / ("err_c2d_" + names[group] + ".tif"); }
    fs::path curve(std::size_t group) const { return folder / ("c1d_" + names[group] + ".csv"); }
    Paths all() const {
        Paths files{table(), facts(), session()};
        for (std::size_t i = 0; i < names.size(); ++i)
            files.insert(files.end(), {meanMap(i), errorMap(i), curve(i)});
        return files;
    }
};

EnsembleFiles filesOf(const EnsembleOptions& options, const std::vector<GroupRequest>& groups) {
    std::vector<std::string> names;
    for (const GroupRequest& group : groups)
        names.push_back(group.name);
    return {options.run.output, groupFileNames(names)};
}

/// Checked before anything is measured.
Output claimedOutput(const EnsembleOptions& options, const std::vector<GroupRequest>& groups, const EnsembleFiles& files) {
    UsersFiles users;
    if (!options.groups.table.empty()) users.others.emplace_back(options.groups.table);
    for (const GroupRequest& group : groups) {
        const UsersFiles own = usersFiles(group.session);
        users.pictures.insert(users.pictures.end(), own.pictures.begin(), own.pictures.end());
        users.others.insert(users.others.end(), own.others.begin(), own.others.end());
    }
    const Paths targets = files.all();
    return {options.run.output, targets, users, options.again.earlier()};
}

Json jsonNumber(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

/// Everything that somebody needs who measures it again.
Json factsOf(const GroupRequest& request, const MeasuredGroup& measured) {
    Json images = Json::array(), lengths = Json::object();
    for (const SharedResult& row : measured.rows) {
        Json own = Json::object();
        for (const EnsembleLength& length : measured.group.ensemble.lengths)
            if (const LengthScale& single = row->length(length.key); single.isFound())
                own[length.key] = {{"value_px", jsonNumber(single.px)}, {"err_px", jsonNumber(single.errorPx)}};
        images.push_back({{"file", row->file},
                          {"page", row->page},
                          {"sha256", row->inputSha256},
                          {"status", nameOf(row->status)},
                          {"engine", row->engine},
                          {"lengths", std::move(own)}});
    }
    for (const EnsembleLength& length : measured.group.ensemble.lengths)
        lengths[length.key] = {{"value_px", jsonNumber(length.valuePx)},
                               {"err_px", jsonNumber(length.errorPx)},
                               {"low68", jsonNumber(length.low68Px)},
                               {"high68", jsonNumber(length.high68Px)},
                               {"sd_between", jsonNumber(length.betweenPx)},
                               {"err_within", jsonNumber(length.withinPx)},
                               {"images", length.images}};
    return {{"name", request.name},
            {"x", jsonNumber(request.x)},
            {"images", std::move(images)},
            {"recipe", Json::parse(recipeJson(request.run.recipe))},
            {"lengths", std::move(lengths)}};
}

/// The length that the sentences are about: the one that the recipe follows, where the images have it.
std::string spokenLength(const GroupRequest& request, const Ensemble& ensemble) {
    const std::string followed = fitOf(request.session.recipe).length;
    const EnsembleLength* const length = ensemble.length(followed);
    return length && length->images > 0 ? followed : "r_max";
}

std::string summaryOf(const GroupRequest& request, const MeasuredGroup& measured) {
    const Ensemble& ensemble = measured.group.ensemble;
    const std::string key = spokenLength(request, ensemble);
    const EnsembleLength* const length = ensemble.length(key);
    std::string text = request.name + ": ";
    if (!length || std::isnan(length->valuePx)) return text + "no " + key + "\n";
    char value[96];
    if (std::isnan(length->errorPx))
        std::snprintf(value, sizeof value, "%s = %.4g px", key.c_str(), length->valuePx);
    else
        std::snprintf(value, sizeof value, "%s = %.4g +- %.2g px", key.c_str(), length->valuePx, length->errorPx);
    return text + value + "; " + scatterSentence(ensemble, key) + '\n';
}

int ensemble(const EnsembleOptions& options, const Engines& engines) {
    if (options.run.inputs.empty()) throw SettingError("INPUT", "no images are given", "name a folder of images for each group");
    if (options.groups.table.empty() != options.groups.column.empty())
        throw SettingError("--x", "a table and its column belong together", "write --table images.csv --x temperature_C");
    const Interrupt interrupt;
    ProgressReport report(progressFormNamed(options.run.progress), options.run.quiet);
    const std::vector<GroupRequest> requests = groupRequests(options.run, options.groups, engines, report);
    const EnsembleFiles files = filesOf(options, requests);
    Output output = claimedOutput(options, requests, files);
    EnsembleJournal journal(files.folder, requests, namesOf(files.all()),
                            options.again.resumes ? EnsembleJournal::Start::resumed : EnsembleJournal::Start::anew, report);
    Paths written;

    const std::string started = utcNow();
    std::vector<EnsembleGroup> groups;
    std::vector<MeasuredGroup> all;
    Json facts = Json::array();
    int failed = 0;
    for (std::size_t i = 0; i < requests.size() && !interrupt.happened(); ++i) {
        std::optional<MeasuredGroup> measured = measuredGroup(requests[i], report, interrupt.token(), journal.keeper(i));
        if (!measured) break;
        failed += measured->failed;
        facts.push_back(factsOf(requests[i], *measured));
        if (measured->group.ensemble.images > 0) {
            output.write(report, [&] {
                writeMapTiff(files.meanMap(i), measured->maps.pooled());
                writeMapTiff(files.errorMap(i), measured->maps.standardError());
                writeWhole(files.curve(i), ensembleC1dCsv(measured->group, requests[i].session.calibration));
            });
            written.insert(written.end(), {files.meanMap(i), files.errorMap(i), files.curve(i)});
        }
        report.summarise(summaryOf(requests[i], *measured));
        measured->maps = {};
        groups.push_back(measured->group);
        all.push_back(std::move(*measured));
    }
    const Calibration& calibration = requests.front().session.calibration;
    const Json table{{"schema", 1},
                     {"kind", "ensemble"},
                     {"version", version},
                     {"commit", commit},
                     {"dirty", isCommitDirty},
                     {"finished_utc", utcNow()},
                     {"length", fitOf(requests.front().session.recipe).length},
                     {"x", requests.front().session.ensemble ? requests.front().session.ensemble->column : std::string()},
                     {"pixel_size_um", calibration.isKnown() ? jsonNumber(calibration.umPerPx()) : Json()},
                     {"groups", std::move(facts)}};
    std::optional<Session> session = ensembleSession(requests, all);
    if (session) session->startedUtc = started;
    if (session) session->finishedUtc = utcNow();
    output.write(report, [&] {
        writeWhole(files.table(), ensembleCsv(groups));
        writeWhole(files.facts(), table.dump(2) + '\n');
        if (session) writeSession(files.session(), *session);
    });
    std::ostringstream figures;
    figures << "Figures  coarsen --export " << files.folder / "figures" << ' ' << files.facts() << '\n';
    report.summarise(figures.str());
    if (interrupt.happened()) {
        report.say("interrupted after " + std::to_string(groups.size()) + " of " + std::to_string(requests.size()) +
                   " groups; continue with --resume");
        return interrupted;
    }
    journal.remove();
    const bool isAnyGone = output.sayGone(written, report);
    int images = 0;
    for (const EnsembleGroup& group : groups)
        images += group.ensemble.images;
    return images == 0 ? nothingMeasured : failed > 0 || isAnyGone ? someMissing : allMeasured;
}

}  // namespace

void addEnsemble(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("ensemble", "Pool many independent images of one condition, and compare conditions");
    auto options = std::make_shared<EnsembleOptions>();
    AnalyzeOptions& run = options->run;
    sub->add_option("input", run.inputs, "A folder of images for each group, or a session that keeps its groups")
        ->type_name("INPUT");
    addOutput(*sub, run.output, "Folder for the tables and maps, made when missing");
    addFieldOptions(*sub, EnsembleChoices::fields(), options->groups);
    addPresetAndRecipe(*sub, run, "OPTIONS", presetHelp([](const Recipe& recipe) { return isPoolable(recipe.measure); }));
    sub->add_option("--set", run.settings, "Change one setting, repeatable: --set channels.use=orientation")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    addKeyOption(*sub, "--max-lag", "measure.max_lag", run.keys);
    addSlice(*sub, run);
    addDataset(*sub, run);
    addPixelSize(*sub, run);
    sub->add_option("--engine", run.engine, "As in analyze [auto]")->type_name("NAME");
    sub->add_option("--threads", run.threads, "Threads at most [all]")->type_name("N");
    sub->add_option("--memory", run.memory, "Memory at most, as 4GB [half of what the machine has]")->type_name("SIZE");
    addRunAgain(*sub, options->again);
    sub->add_option("--progress", run.progress, "Progress on standard error: auto, plain, json or none")
        ->type_name("FORM")
        ->capture_default_str();
    sub->add_flag("--quiet", run.quiet, "No summary and no progress");
    sub->footer(
        "Writes ensemble.csv, ensemble.json and session.coarsen, which the window opens (not with --sweep), and for each group\n"
        "mean_c2d_GROUP.tif, err_c2d_GROUP.tif and c1d_GROUP.csv. Figures: coarsen --export DIR OUT/ensemble.json\n"
        "Example: coarsen-cli ensemble 20C/ 30C/ 40C/ -o out --set channels.use=orientation");
    sub->callback([&engines, &chosen, options] { chosen = [&engines, options] { return ensemble(*options, engines); }; });
}

}  // namespace coarsen::cli
