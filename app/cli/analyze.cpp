// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_run.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/parts.hpp"
#include "app/cli/watched_run.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace coarsen::cli {

namespace {

int analyze(const AnalyzeOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    ProgressReport report(progressFormNamed(options.progress), options.quiet);
    if (options.estimate) return estimateParts(options, engines, report, interrupt);
    if (options.prepares) return prepareParts(options, engines, report, interrupt);
    if (!options.part.empty()) return measureOnePart(options, engines, report, interrupt);
    if (options.merges) return mergeAllParts(options, engines, report, interrupt);
    if (options.watch) return watchedRun(options, engines, report, interrupt);
    const auto run = openedRun(options, engines, report);
    run->measure(interrupt.token());
    run->writeTables(!interrupt.happened(), interrupt.token());
    return conclude(*run, report, interrupt.happened());
}

}  // namespace

void addAnalyze(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("analyze", "Measure a series: the main job");
    auto options = std::make_shared<AnalyzeOptions>();
    addOptions(*sub, *options, engines);
    sub->footer(
        "Writes results.csv, c1d.csv, fit.json and session.coarsen into OUT. The session opens in the window.\n"
        "Example: coarsen-cli analyze images/ -o out --interval 60 --pixel-size 8.3 --t0 -600\n"
        "On several machines: analyze images/ -o out --prepare, then analyze out --part K/N for each K, then analyze out "
        "--merge.");
    sub->callback([sub, &engines, &chosen, options] {
        chosen = [sub, &engines, options] {
            requirePlansOwn(*sub, *options);
            return analyze(*options, engines);
        };
    });
}

}  // namespace coarsen::cli
