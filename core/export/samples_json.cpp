// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/sample_tables.hpp"
#include "core/session/json_entry.hpp"

namespace coarsen {

namespace {

Json fitsJson(const FittedGrowth& fitted) {
    Json fits = Json::object();
    for (const GrowthFit& fit : fitted.fits) {
        if (!fit.isFitted()) {
            fits[fit.model] = {{"parameters", nullptr}, {"reason", fit.reason}};
            continue;
        }
        Json parameters = Json::object();
        for (const FitParameter& parameter : fit.parameters)
            parameters[parameter.name] = {{"value", parameter.value},
                                          {"error", parameter.error},
                                          {"error_scaled", parameter.errorScaled},
                                          {"low95", parameter.low95},
                                          {"high95", parameter.high95}};
        fits[fit.model] = {{"parameters", std::move(parameters)}, {"covariance", fit.covariance},
                           {"chi2_reduced", fit.chi2Reduced},     {"aic", fit.aic},
                           {"misses_points", fit.misfit.isSure},  {"points", fit.frames.size()}};
    }
    return fits;
}

/// A list of one member over all points.
template <typename Member>
Json listOf(const std::vector<GrowthPoint>& points, Member GrowthPoint::*member) {
    Json list = Json::array();
    for (const GrowthPoint& point : points)
        list.push_back(point.*member);
    return list;
}

void addGrowth(Json& json, const FittedGrowth& fitted) {
    json["length"] = fitted.growth.lengthKey;
    json["length_unit"] = fitted.growth.lengthUnit;
    json["time_unit"] = fitted.growth.timeUnit;
    json["t0_s"] = fitted.settings.t0S ? Json(*fitted.settings.t0S) : Json();
    json["origin_s"] = fitted.origin();
    json["chosen"] = fitted.settings.chosenModel();
    const std::string doubt = doubtOf(fitted.growth, fitted.fits, fitted.settings.chosenModel());
    json["chosen_doubt"] = doubt;
    json["chosen_reliable"] = doubt.empty();
    const std::vector<GrowthPoint>& points = fitted.growth.points;
    json["points"] = {{"frame", listOf(points, &GrowthPoint::frame)},
                      {"time_s", listOf(points, &GrowthPoint::time)},
                      {"length", listOf(points, &GrowthPoint::length)},
                      {"error", listOf(points, &GrowthPoint::error)},
                      {"excluded", listOf(points, &GrowthPoint::excluded)}};
    json["models"] = fitsJson(fitted);
}

}  // namespace

std::string samplesJson(const Project& project, const std::vector<Sample>& samples, const std::vector<Condition>& conditions,
                        const std::filesystem::path& folder, const std::string& finishedUtc) {
    Json json = Json::parse(projectJson(project, folder));
    json["kind"] = "batch";
    json["finished_utc"] = finishedUtc;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Sample& sample = samples[i];
        Json& entry = json["series"][i];
        entry["problem"] = sample.problem;
        entry["frames"] = {{"all", sample.counts.frames},        {"measured", sample.counts.measured},
                           {"no_peak", sample.counts.noPeak},    {"failed", sample.counts.failed},
                           {"excluded", sample.counts.excluded}, {"out_of_date", sample.counts.outOfDate}};
        entry["contrast"] = sample.contrast;
        addGrowth(entry, sample);
        entry["collapse"] = {{"r_over_length", sample.collapse.ratio},
                             {"c1d", sample.collapse.value},
                             {"c1d_sd", sample.collapse.scatter},
                             {"frames", sample.collapse.frames}};
    }
    json["conditions"] = Json::array();
    for (const Condition& condition : conditions) {
        Json entry{{"name", condition.name},       {"x", condition.x},
                   {"series", condition.samples},  {"repeats", condition.repeats},
                   {"problem", condition.problem}, {"notes", condition.notes}};
        addGrowth(entry, condition);
        entry["points"]["repeats"] = condition.repeatsAt;
        json["conditions"].push_back(std::move(entry));
    }
    return textOf(json, 1) + "\n";
}

}  // namespace coarsen
