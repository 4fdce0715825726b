// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_run.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/earlier_session.hpp"
#include "app/cli/summary.hpp"

#include <algorithm>
#include <optional>

namespace coarsen::cli {

namespace {

bool givesFit(const AnalyzeOptions& options) {
    return !options.recipe.empty() ||
           std::ranges::any_of(settingsOf(options), [](const auto& setting) { return setting.first.starts_with("fit."); });
}

RunChoices choicesOf(const AnalyzeOptions& options) {
    RunChoices choices{.output = options.output,
                       .save = options.save,
                       .effects = options.effects,
                       .resumes = options.resume,
                       .replaces = options.force,
                       .watches = options.watch,
                       .givesFit = givesFit(options),
                       .givesPixelSize = options.scale.pixelSize.has_value(),
                       .givesTimes = options.scale.intervalS || !options.times.empty(),
                       .givesOrder = options.order.has_value()};
    for (const std::string& setting : options.settings)
        choices.settings.push_back(setting.substr(0, setting.find('=')));
    if (!options.recipe.empty()) choices.readFiles.emplace_back(options.recipe);
    return choices;
}

}  // namespace

RequestedRun requestedRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report) {
    RequestedRun run;
    if (!options.session.empty()) run.earlier = earlierSession(options, report);
    run.session = requestedSession(options, run.earlier, report);
    run.request = runRequest(options, run.session, run.earlier, engines);
    if (run.earlier) refuseWhatIsMissing(options, *run.earlier, run.request);
    return run;
}

std::unique_ptr<SeriesRun> openedRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report) {
    auto [earlier, session, request] = requestedRun(options, engines, report);
    auto run = std::make_unique<SeriesRun>(std::move(session), std::move(request), choicesOf(options), engines, report);
    if (earlier) reportInputs(*earlier, report);
    run->begin();
    return run;
}

int conclude(SeriesRun& run, ProgressReport& report, bool isCutShort) {
    run.sayJudgement();
    report.summarise(summary(run.session(), run.folder(), run.seconds()));
    if (isCutShort) {
        report.say("interrupted after " + std::to_string(run.session().results.size()) + " frames; continue with --resume");
        return interrupted;
    }
    run.endJournal();
    switch (run.completeness()) {
        case Completeness::all:
            return allMeasured;
        case Completeness::some:
            return someMissing;
        case Completeness::nothing:
            break;
    }
    return nothingMeasured;
}

}  // namespace coarsen::cli
