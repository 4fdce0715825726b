// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/runs.hpp"

#include "core/analysis/recipe_for_series.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/engines.hpp"
#include "core/job/series_run.hpp"
#include "core/series/volume_series.hpp"

#include <utility>

namespace coarsen::python {

EngineRequest requestOf(const std::string& engine, int threads) {
    EngineRequest request;
    request.engines = Engines(cpuEngines());
    request.name = engine;
    request.threads = threads;
    return request;
}

void Report::begin(const std::string& name, int before) {
    name_ = name;
    before_ = before;
}

void Report::show(const RunProgress& progress) {
    if (!progress_) return;
    const int done = before_ + progress.done, total = total_ > 0 ? total_ : progress.total;
    tell_([&hears = progress_, done, total] { hears(done, total); });
}

void Report::say(const std::string& text) {
    said_.push_back(name_.empty() ? text : name_ + ": " + text);
}

Session asked(Session session, const std::optional<Recipe>& recipe, const std::string& engine) {
    const std::optional<double> t0S = session.recipe.fit.t0S;  // the series' own
    session.recipe = recipe ? *recipe : recipeForSeries(defaultRecipe(), session.series);
    if (t0S) session.recipe.fit.t0S = t0S;
    tellInfoBar(session.series, session.recipe);
    session.engine = engine;
    return session;
}

RunRequest runOf(const Session& session, int threads) {
    RunRequest request;
    request.series = session.series;
    request.recipe = session.recipe;
    request.calibration = session.calibration;
    request.engines = requestOf(session.engine);
    request.threads = threads;
    return request;
}

Session analysed(Session session, int threads, Report& report, std::stop_token stop) {
    const ThreadLimit limit(threads);
    RunRequest request = runOf(session, threads);
    const Engines engines = request.engines.engines;
    SeriesRun run(std::move(session), std::move(request), {}, engines, report);
    run.begin();
    run.measure(stop);
    if (!stop.stop_requested()) {
        run.writeTables(false, stop);
        run.sayJudgement();
    }
    return run.session();
}

}  // namespace coarsen::python
