// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/stored_fit.hpp"

#include <utility>

namespace coarsen {

Json storedFitJson(const GrowthFit& fit) {
    Json parameters = Json::array();
    for (const FitParameter& parameter : fit.parameters)
        parameters.push_back({{"name", parameter.name},
                              {"value", parameter.value},
                              {"error", parameter.error},
                              {"error_points", parameter.errorPoints},
                              {"error_shared", parameter.errorShared},
                              {"low95", parameter.low95},
                              {"high95", parameter.high95},
                              {"error_scaled", parameter.errorScaled}});
    Json covariance = Json::array();
    for (const double value : fit.covariance)
        covariance.push_back(value);
    return {{"model", fit.model},
            {"reason", fit.reason},
            {"parameters", std::move(parameters)},
            {"covariance", std::move(covariance)},
            {"r2", fit.r2},
            {"chi2_reduced", fit.chi2Reduced},
            {"aic", fit.aic},
            {"shared_scale_error", fit.sharedScaleError},
            {"residual_errors", fit.misfit.inErrors},
            {"largest_residual", fit.misfit.largest},
            {"largest_residual_frame", fit.misfit.frame},
            {"misses_points", fit.misfit.isSure},
            {"t0", fit.t0},
            {"frames", fit.frames},
            {"frames_without_weight", fit.withoutWeight}};
}

GrowthFit storedFitFrom(const JsonEntry& json) {
    GrowthFit fit;
    fit.model = json.at("model").text();
    fit.reason = json.at("reason").text();
    for (const JsonEntry& entry : json.at("parameters").list()) {
        FitParameter parameter{.name = entry.at("name").text(),
                               .value = entry.at("value").number(),
                               .error = entry.at("error").number(),
                               .errorPoints = entry.at("error_points").number(),
                               .errorShared = entry.at("error_shared").number(),
                               .low95 = entry.at("low95").number(),
                               .high95 = entry.at("high95").number()};
        const auto scaled = entry.find("error_scaled");  // sessions of earlier versions do not say
        parameter.errorScaled = scaled ? scaled->number() : parameter.error;
        fit.parameters.push_back(std::move(parameter));
    }
    for (const JsonEntry& value : json.at("covariance").list())
        fit.covariance.push_back(value.number());
    fit.r2 = json.at("r2").number();
    fit.chi2Reduced = json.at("chi2_reduced").number();
    fit.aic = json.at("aic").number();
    fit.sharedScaleError = json.at("shared_scale_error").number();
    if (const auto misses = json.find("misses_points"))  // sessions of earlier versions do not say
        fit.misfit = {json.at("residual_errors").number(), json.at("largest_residual").number(),
                      json.at("largest_residual_frame").whole<int>(), misses->truth()};
    fit.t0 = json.at("t0").number();
    for (const JsonEntry& frame : json.at("frames").list())
        fit.frames.push_back(frame.whole<int>());
    if (const auto passedBy = json.find("frames_without_weight"))
        for (const JsonEntry& frame : passedBy->list())
            fit.withoutWeight.push_back(frame.whole<int>());
    return fit;
}

}  // namespace coarsen
