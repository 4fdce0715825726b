// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"
#include "core/analysis/scaling.hpp"
#include "core/export/tables.hpp"
#include "core/growth/exponents.hpp"
#include "core/growth/parameter_unit.hpp"
#include "core/session/json_entry.hpp"

namespace coarsen {

namespace {

/// One of the laws fitted to a series.
Json modelJson(const GrowthSeries& series, const std::vector<GrowthFit>& fits, const GrowthFit& fit, double aicAbove) {
    if (!fit.isFitted())
        return {{"parameters", nullptr}, {"reason", fit.reason}, {"points", fit.frames.size()}, {"frames", fit.frames}};
    Json parameters = Json::object();
    const GrowthModel& model = growthModelNamed(fit.model);
    for (const FitParameter& parameter : fit.parameters) {
        parameters[parameter.name] = {{"value", parameter.value},
                                      {"error", parameter.error},
                                      {"error_points", parameter.errorPoints},
                                      {"error_shared", parameter.errorShared},
                                      {"low95", parameter.low95},
                                      {"high95", parameter.high95},
                                      {"error_scaled", parameter.errorScaled},
                                      {"unit", unitOf(model.parameter(parameter.name), series.lengthUnit, series.timeUnit)}};
        if (const auto& found = parameter.bootstrap)
            parameters[parameter.name]["bootstrap"] = {
                {"low68", found->low68}, {"high68", found->high68}, {"low95", found->low95}, {"high95", found->high95}};
    }
    Json covariance = Json::array();
    const std::size_t count = fit.parameters.size();
    for (std::size_t row = 0; row < count; ++row) {
        Json line = Json::array();
        for (std::size_t column = 0; column < count; ++column)
            line.push_back(fit.covariance[row * count + column]);
        covariance.push_back(std::move(line));
    }
    return {{"parameters", std::move(parameters)},
            {"covariance", std::move(covariance)},
            {"r2", fit.r2},
            {"r2_kind", model.r2IsCentred ? "centred" : "uncentred"},
            {"chi2_reduced", fit.chi2Reduced},
            {"residual_errors", fit.misfit.inErrors},
            {"largest_residual", fit.misfit.largest},
            {"largest_residual_frame", fit.misfit.frame},
            {"misses_points", fit.misfit.isSure},
            {"doubt", doubtOf(series, fits, fit.model)},
            {"aic", fit.aic},
            {"aic_above_lowest", aicAbove},
            {"shared_scale_error", fit.sharedScaleError},
            {"points", fit.frames.size()},
            {"frames", fit.frames},
            {"frames_without_weight", fit.withoutWeight}};
}

/// Nothing where no surface was measured.
Json scalingJson(const Session& session) {
    Json json = Json::object();
    if (!anySurface(session.results)) return json;
    const std::vector<ScalingTrend> trends = scalingTrends(session.rows(), session.neighbourCorrelations);
    for (const ScalingTrend& trend : trends)
        json[std::string(trend.product->key)] = {{"mean", trend.mean},
                                                 {"error", trend.meanError},
                                                 {"change", trend.change},
                                                 {"change_error", trend.changeError},
                                                 {"r_max_ratio", trend.growth},
                                                 {"frames", trend.frames},
                                                 {"told", trend.isDecided()},
                                                 {"constant", trend.isConstant()},
                                                 {"least_change", trend.leastChange()}};
    if (!trends.empty()) json["statement"] = scalingStatement(trends);
    return json;
}

}  // namespace

std::string fitJson(const Session& session) {
    const GrowthSeries series = growthOf(session);
    Json models = Json::object();
    const std::vector<double> aicAbove = aicAboveLowest(session.fits);
    for (std::size_t i = 0; i < session.fits.size(); ++i)
        models[session.fits[i].model] = modelJson(series, session.fits, session.fits[i], aicAbove[i]);
    Json local = Json::array();
    for (const ExponentAt& one : localExponents(series, session.recipe.fit))
        local.push_back({{"frame", one.frame}, {"n", one.n}, {"error", one.error}});
    const std::string doubt = doubtOf(series, session.fits, session.recipe.fit.chosenModel());
    Json json{{"schema", 1},
              {"length", series.lengthKey},
              {"length_unit", series.lengthUnit},
              {"time_unit", series.timeUnit},
              {"t0_s", session.recipe.fit.t0S ? Json(*session.recipe.fit.t0S) : Json()},
              {"weights", std::get<std::string>(valueOf(session.recipe, "fit.weights"))},
              {"robust", session.recipe.fit.robust},
              {"bootstrap", session.recipe.fit.bootstrap},
              {"neighbour_correlation", series.neighbourCorrelation},
              {"chosen", session.recipe.fit.chosenModel()},
              {"chosen_reliable", doubt.empty()},
              {"chosen_doubt", doubt},
              {"models", std::move(models)},
              {"local_exponents", std::move(local)}};
    if (const Json scaling = scalingJson(session); !scaling.empty()) json["self_similarity"] = scaling;
    return json.dump(2) + "\n";
}

}  // namespace coarsen
