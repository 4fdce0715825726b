// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/session/frame_result_json.hpp"
#include "core/session/json_values.hpp"
#include "core/session/path_text.hpp"
#include "core/session/session.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr int schema = 1;

constexpr std::array timeKinds{"automatic", "interval", "table", "filename", "exif", "index"};
constexpr std::array timeSources{TimeSource::filename, TimeSource::exif,  TimeSource::tiff, TimeSource::video,
                                 TimeSource::interval, TimeSource::table, TimeSource::index};

/// Sessions of earlier versions name no unit; one that is not known here is as good as none.
TimeUnit unitFrom(const Json& name) {
    return timeUnitNamed(name.get<std::string>()).value_or(TimeUnit::automatic);
}

/// `path` as seen from `folder`, where that is possible.
std::string storedPath(const fs::path& path, const fs::path& folder) {
    if (path.empty()) return {};
    const fs::path absolute = fs::absolute(path).lexically_normal();
    const fs::path relative = absolute.lexically_relative(fs::absolute(folder).lexically_normal());
    return pathText(relative.empty() ? absolute : relative);
}

fs::path restoredPath(const std::string& text, const fs::path& folder) {
    if (text.empty()) return {};
    const fs::path path = pathFromText(text);
    return path.is_absolute() ? path : (folder / path).lexically_normal();
}

Json optionalNumber(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::optional<double> optionalFrom(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return json.get<double>();
}

Json calibrationJson(const Calibration& calibration) {
    return {{"pixel_width_um", calibration.pixelWidthUm},
            {"pixel_height_um", calibration.pixelHeightUm},
            {"source", calibration.source}};
}

Calibration calibrationFrom(const Json& json) {
    return {json.at("pixel_width_um"), json.at("pixel_height_um"), json.at("source")};
}

Json seriesJson(const Session& session, const fs::path& folder) {
    const ImageSeries& series = session.series;
    const ImageHeader& first = series.first;
    Json inputs = Json::array();
    for (std::size_t i = 0; i < series.frames.size(); ++i) {
        const FrameSource& source = series.frames[i];
        const auto row = session.results.find(static_cast<int>(i));
        const bool isHashed = row != session.results.end() && !row->second->inputSha256.empty();
        inputs.push_back({{"file", storedPath(source.file, folder)},
                          {"page", source.page},
                          {"name", source.name},
                          {"time_s", source.timeS},
                          {"time_source", nameOf(source.timeSource)},
                          {"problem", source.problem},
                          {"bytes", isHashed ? Json(row->second->inputBytes) : Json(nullptr)},
                          {"sha256", isHashed ? Json(row->second->inputSha256) : Json(nullptr)}});
    }
    return {{"name", series.name},
            {"folder", storedPath(series.folder, folder)},
            {"calibration", calibrationJson(series.calibration)},
            {"first",
             {{"width", first.width},
              {"height", first.height},
              {"channels", first.channels},
              {"bits_per_sample", first.bitsPerSample},
              {"pages", first.pages},
              {"format", first.format},
              {"pixel_width_um", optionalNumber(first.pixelWidthUm)},
              {"pixel_height_um", optionalNumber(first.pixelHeightUm)},
              {"exif_time_s", optionalNumber(first.exifTimeS)},
              {"frame_interval_s", optionalNumber(first.stack.frameIntervalS())}}},
            {"notes", series.notes},
            {"inputs", std::move(inputs)}};
}

ImageSeries seriesFrom(const Json& json, const fs::path& folder) {
    ImageSeries series;
    series.name = json.at("name");
    series.folder = restoredPath(json.at("folder"), folder);
    series.calibration = calibrationFrom(json.at("calibration"));
    const Json& first = json.at("first");
    series.first = {wholeFrom<int>(first.at("width")),        wholeFrom<int>(first.at("height")),
                    wholeFrom<int>(first.at("channels")),     wholeFrom<int>(first.at("bits_per_sample")),
                    wholeFrom<int>(first.at("pages")),        first.at("format"),
                    optionalFrom(first.at("pixel_width_um")), optionalFrom(first.at("pixel_height_um")),
                    optionalFrom(first.at("exif_time_s"))};
    series.first.stack.intervalS = optionalFrom(first.value("frame_interval_s", Json(nullptr)));
    series.notes = json.at("notes").get<std::vector<std::string>>();
    for (const Json& input : json.at("inputs")) {
        FrameSource source;
        source.file = restoredPath(input.at("file"), folder);
        source.page = wholeFrom<int>(input.at("page"));
        source.name = input.at("name");
        source.timeS = numberFrom(input.at("time_s"));
        for (const TimeSource known : timeSources)
            if (nameOf(known) == input.at("time_source").get<std::string>()) source.timeSource = known;
        source.problem = input.at("problem");
        series.frames.push_back(std::move(source));
    }
    return series;
}

Json fitJsonOf(const GrowthFit& fit) {
    Json parameters = Json::array();
    for (const FitParameter& parameter : fit.parameters)
        parameters.push_back({{"name", parameter.name},
                              {"value", parameter.value},
                              {"error", parameter.error},
                              {"error_points", parameter.errorPoints},
                              {"error_shared", parameter.errorShared},
                              {"low95", parameter.low95},
                              {"high95", parameter.high95}});
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
            {"frames", fit.frames}};
}

GrowthFit fitFrom(const Json& json) {
    GrowthFit fit;
    fit.model = json.at("model");
    fit.reason = json.at("reason");
    for (const Json& parameter : json.at("parameters"))
        fit.parameters.push_back({parameter.at("name"), numberFrom(parameter.at("value")), numberFrom(parameter.at("error")),
                                  numberFrom(parameter.at("error_points")), numberFrom(parameter.at("error_shared")),
                                  numberFrom(parameter.at("low95")), numberFrom(parameter.at("high95"))});
    for (const Json& value : json.at("covariance"))
        fit.covariance.push_back(numberFrom(value));
    fit.r2 = numberFrom(json.at("r2"));
    fit.chi2Reduced = numberFrom(json.at("chi2_reduced"));
    fit.aic = numberFrom(json.at("aic"));
    fit.sharedScaleError = numberFrom(json.at("shared_scale_error"));
    if (json.contains("misses_points"))  // sessions of earlier versions do not say
        fit.misfit = {numberFrom(json.at("residual_errors")), numberFrom(json.at("largest_residual")),
                      wholeFrom<int>(json.at("largest_residual_frame")), json.at("misses_points")};
    fit.t0 = numberFrom(json.at("t0"));
    for (const Json& frame : json.at("frames"))
        fit.frames.push_back(wholeFrom<int>(frame));
    return fit;
}

/// A map by frame as a list of pairs: JSON objects have texts for keys.
template <typename Value, typename Map>
std::map<int, Value> byFrame(const Json& json, Map&& value) {
    std::map<int, Value> all;
    for (const Json& entry : json)
        all[wholeFrom<int>(entry.at(0))] = value(entry.at(1));
    return all;
}

Session sessionFrom(const Json& json, const fs::path& file) {
    const fs::path folder = fs::absolute(file).parent_path();
    Session session;
    session.version = json.at("version");
    session.series = seriesFrom(json.at("series"), folder);
    const Json& times = json.at("times");
    for (std::size_t i = 0; i < timeKinds.size(); ++i)
        if (times.at("kind").get<std::string>() == timeKinds[i]) session.times.kind = static_cast<TimeChoice::Kind>(i);
    session.times.intervalS = times.at("interval_s");
    session.times.table = restoredPath(times.at("table"), folder);
    session.times.byNumber = times.value("by_number", false);
    session.timeUnit = unitFrom(times.value("unit", Json("automatic")));
    const Json typedUnits = times.value("typed_units", Json::object());
    for (const auto& [setting, unit] : typedUnits.items())
        session.typedUnits[setting] = unitFrom(unit);
    session.calibration = calibrationFrom(json.at("calibration"));
    session.recipe = recipeFromJson(json.at("recipe").dump(), displayName(file));
    for (const Json& used : json.value("recipe_files", Json::array()))
        session.files[used.at("path")] = used.at("sha256");
    for (const Json& frame : json.at("excluded"))
        session.excluded.insert(wholeFrom<int>(frame));
    session.manualRMaxPx = byFrame<double>(json.at("markers_px"), [](const Json& value) { return value.get<double>(); });
    for (const Json& row : json.at("results")) {
        const SharedResult result = shared(frameResultFromJson(row.dump()));
        session.results[result->frame] = result;
    }
    session.resultHashes =
        byFrame<std::string>(json.at("result_hashes"), [](const Json& value) { return value.get<std::string>(); });
    for (const Json& fit : json.at("fits"))
        session.fits.push_back(fitFrom(fit));
    for (const Json& table : json.value("outputs", Json::array()))
        session.outputs[table.at("file")] = table.at("sha256");
    session.engine = json.at("engine");
    session.device = json.at("device");
    session.startedUtc = json.at("started_utc");
    session.finishedUtc = json.at("finished_utc");
    if (!json.at("view").is_null()) session.viewJson = json.at("view").dump();
    return session;
}

}  // namespace

std::string sessionJson(const Session& session, const fs::path& relativeTo) {
    Json json{{"schema", schema}, {"program", "Coarsen"}, {"version", version}};
    json["started_utc"] = session.startedUtc;
    json["finished_utc"] = session.finishedUtc;
    json["engine"] = session.engine;
    json["device"] = session.device;
    json["recipe"] = Json::parse(recipeJson(session.recipe));
    json["recipe_files"] = Json::array();
    for (const auto& [path, hash] : session.files)
        json["recipe_files"].push_back({{"path", path}, {"sha256", hash}});
    json["series"] = seriesJson(session, relativeTo);
    json["times"] = {{"kind", timeKinds[static_cast<std::size_t>(session.times.kind)]},
                     {"interval_s", session.times.intervalS},
                     {"table", storedPath(session.times.table, relativeTo)},
                     {"by_number", session.times.byNumber},
                     {"unit", nameOf(session.timeUnit)},
                     {"typed_units", Json::object()}};
    for (const auto& [setting, unit] : session.typedUnits)
        json["times"]["typed_units"][setting] = nameOf(unit);
    json["calibration"] = calibrationJson(session.calibration);
    json["excluded"] = session.excluded;
    json["markers_px"] = Json::array();
    for (const auto& [frame, px] : session.manualRMaxPx)
        json["markers_px"].push_back({frame, px});
    json["results"] = Json::array();
    for (const auto& [frame, row] : session.results)
        json["results"].push_back(Json::parse(frameResultJson(*row)));
    json["result_hashes"] = Json::array();
    for (const auto& [frame, hash] : session.resultHashes)
        json["result_hashes"].push_back({frame, hash});
    json["fits"] = Json::array();
    for (const GrowthFit& fit : session.fits)
        json["fits"].push_back(fitJsonOf(fit));
    json["outputs"] = Json::array();
    for (const auto& [name, hash] : session.outputs)
        json["outputs"].push_back({{"file", name}, {"sha256", hash}});
    json["view"] = session.viewJson.empty() ? Json(nullptr) : Json::parse(session.viewJson);
    return json.dump(1) + "\n";
}

Session sessionFromJson(std::string_view text, const fs::path& file) {
    const std::string name = displayName(file);
    const Json json = isNestedTooDeep(text) ? Json() : Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("schema") || !json.contains("program") || json["program"] != "Coarsen")
        throw InputError(name, "it is not a session of Coarsen", "choose a file named session.coarsen");
    try {
        if (const auto found = wholeFrom<std::int64_t>(json.at("schema")); found > schema)
            throw InputError(name,
                             "it was written by a newer version (schema " + std::to_string(found) + ", this program knows " +
                                 std::to_string(schema) + ")",
                             "open it with that version");
        return sessionFrom(json, file);
    } catch (const Json::exception& error) {
        throw InputError(name, "the session is damaged (" + std::string(error.what()) + ")", "use an earlier copy of it");
    } catch (const SettingError& error) {
        throw InputError(name, error.what());
    } catch (const InputError& error) {
        if (!error.subject().empty()) throw;
        throw InputError(name, error.reason(), error.remedy());
    }
}

Session readSession(const fs::path& file) {
    const auto bytes = readWhole(file);
    return sessionFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
}

void writeSession(const fs::path& file, const Session& session) {
    writeWhole(file, sessionJson(session, fs::absolute(file).parent_path()));
}

}  // namespace coarsen
