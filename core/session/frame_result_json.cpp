// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/frame_result_json.hpp"

#include "core/base/error.hpp"
#include "core/base/utf8.hpp"
#include "core/session/base64.hpp"
#include "core/session/frame_result_entry.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace coarsen {

namespace {

constexpr std::array<std::pair<const char*, Estimate SurfaceMeasures::*>, 9> surfaceEntries{{
    {"s_v_per_px", &SurfaceMeasures::areaPerVolume},
    {"volume_fraction", &SurfaceMeasures::volumeFraction},
    {"h_mean_per_px", &SurfaceMeasures::meanH},
    {"h_sd_per_px", &SurfaceMeasures::sdH},
    {"k_mean_per_px2", &SurfaceMeasures::meanK},
    {"euler", &SurfaceMeasures::euler},
    {"genus", &SurfaceMeasures::genus},
    {"pieces", &SurfaceMeasures::pieces},
    {"euler_per_px3", &SurfaceMeasures::eulerPerPx3},
}};

Json lengthJson(const LengthScale& length) {
    Json json{{"px", length.px},
              {"error_px", length.errorPx},
              {"c1d", length.c1d},
              {"quality", nameOf(length.quality)},
              {"message", length.message}};
    if (length.fault != PictureFault::none) json["fault"] = nameOf(length.fault);
    if (std::isfinite(length.fitFromPx)) json["fit_px"] = {length.fitFromPx, length.fitToPx};
    return json;
}

/// Value that the name stands for, by a function that throws for one that it does not know.
template <typename Named>
auto namedBy(const JsonEntry& name, Named named) {
    try {
        return named(name.text());
    } catch (const InputError& error) {
        if (error.subject().empty()) throw;  // it is no text
        name.refuse("is '" + name.text() + "', which this program does not know");
    }
}

LengthScale lengthFrom(const JsonEntry& json) {
    LengthScale length;
    length.px = json.at("px").number();
    length.errorPx = json.at("error_px").number();
    length.c1d = json.at("c1d").number();
    length.quality = namedBy(json.at("quality"), qualityNamed);
    length.message = json.at("message").text();
    if (const auto fault = json.find("fault")) length.fault = namedBy(*fault, pictureFaultNamed);
    if (const auto range = json.find("fit_px")) {
        const std::vector<JsonEntry> ends = range->list(2);
        length.fitFromPx = ends[0].number();
        length.fitToPx = ends[1].number();
    }
    return length;
}

Json estimateJson(const Estimate& estimate) {
    return {estimate.value, estimate.error};
}

Estimate estimateFrom(const JsonEntry& json) {
    const std::vector<JsonEntry> pair = json.list(2);
    return {pair[0].number(), pair[1].number()};
}

Json surfaceJson(const SurfaceFacts& surface) {
    const SurfaceMeasures& measures = surface.measures;
    Json json{{"level", surface.level},
              {"s_v_before_per_px", surface.areaPerVolumeBefore},
              {"near_only", surface.isComparedNearOnly},
              {"cavities", measures.topology.cavities},
              {"euler_in_volume", measures.topology.eulerPerVolume}};
    for (const auto& [name, member] : surfaceEntries)
        json[name] = estimateJson(measures.*member);
    return json;
}

SurfaceFacts surfaceFrom(const JsonEntry& json) {
    SurfaceFacts surface;
    surface.level = json.at("level").number();
    surface.areaPerVolumeBefore = json.at("s_v_before_per_px").number();
    surface.isComparedNearOnly = json.at("near_only").truth();
    SurfaceMeasures& measures = surface.measures;
    for (const auto& [name, member] : surfaceEntries)
        measures.*member = estimateFrom(json.at(name));
    measures.topology.cavities = json.at("cavities").whole<long long>();
    measures.topology.eulerPerVolume = json.at("euler_in_volume").number();
    measures.topology.pieces = static_cast<long long>(measures.pieces.value);
    measures.topology.euler = static_cast<long long>(measures.euler.value);
    return surface;
}

std::string entryOf(const LengthEstimator& estimator) {
    return estimator.entry.empty() ? estimator.key : estimator.entry;
}

std::vector<float> floatsFrom(const JsonEntry& json) {
    const std::string text = json.text();
    try {
        return floatsFromBase64(text);
    } catch (const InputError&) {
        json.refuse("holds no curve: it is cut short, or other letters than those of base64 stand in it");
    }
}

TimeSource timeSourceNamed(const std::string& name) {
    for (const TimeSource source : {TimeSource::filename, TimeSource::exif, TimeSource::tiff, TimeSource::video,
                                    TimeSource::interval, TimeSource::table, TimeSource::index, TimeSource::mtime})
        if (nameOf(source) == name) return source;
    throw InputError("time source", "'" + name + "' is unknown");
}

}  // namespace

TimeSource timeSourceFrom(const JsonEntry& name) {
    return namedBy(name, timeSourceNamed);
}

StoredRow storedRowFrom(const JsonEntry& json) {
    StoredRow stored;
    FrameResult& row = stored.row;
    row.frame = json.at("frame").whole<int>();
    row.file = printable(json.at("file").text());
    row.page = json.at("page").whole<int>();
    row.timeS = json.at("time_s").number();
    row.timeSource = timeSourceFrom(json.at("time_source"));
    if (const auto size = json.find("um_per_px")) row.ownUmPerPx = size->number();
    row.status = namedBy(json.at("status"), frameStatusNamed);
    row.rMax = lengthFrom(json.at("r_max"));
    for (const LengthEstimator& estimator : lengthEstimators()) {
        if (estimator.key == "r_max") continue;
        const std::string entry = entryOf(estimator);
        if (estimator.isOfSchema1)
            row.lengths[estimator.key] = lengthFrom(json.at(entry));
        else if (const auto found = json.find(entry))  // where the settings asked for it and the program knew it
            row.lengths[estimator.key] = lengthFrom(*found);
    }
    if (const auto lengths = json.find("script_lengths"))
        for (const auto& [name, length] : lengths->members())
            row.scriptLengths[name] = lengthFrom(length);
    if (const auto anisotropy = json.find("anisotropy")) {
        row.anisotropy.elongation = anisotropy->at("elongation").number();
        row.anisotropy.angleDeg = anisotropy->at("angle_deg").number();
    }
    const std::vector<JsonEntry> shift = json.at("shift_px").list(2), size = json.at("size_px").list(2);
    row.image.drift.xPx = shift[0].number();
    row.image.drift.yPx = shift[1].number();
    if (const auto rotation = json.find("rotation_deg")) row.image.drift.rotationDeg = rotation->number();
    if (const auto errors = json.find("shift_error_px")) {  // where the drift was looked for, by this version
        const std::vector<JsonEntry> error = errors->list(2);
        row.image.drift.errorXPx = error[0].number();
        row.image.drift.errorYPx = error[1].number();
        row.image.drift.rotationErrorDeg = json.at("rotation_error_deg").number();
    }
    row.image.widthPx = size[0].whole<int>();
    row.image.heightPx = size[1].whole<int>();
    if (const auto depth = json.find("depth_px")) row.image.depthPx = depth->whole<int>();  // of volumes
    if (const auto behind = json.find("shift_z_px")) {
        row.image.drift.zPx = behind->number();
        row.image.drift.errorZPx = json.at("shift_z_error_px").number();
    }
    row.image.validFraction = json.at("valid_fraction").number();
    if (const auto saturated = json.find("saturated_fraction")) row.image.saturatedFraction = saturated->number();
    if (const auto axes = json.find("orientation"))  // where axes were correlated
        row.image.orientation = {axes->at("order_parameter").number(), axes->at("coherence_mean").number(),
                                 axes->at("axis_deg").number()};
    if (const auto surface = json.find("surface")) row.surface = surfaceFrom(*surface);
    if (const auto flow = json.find("deformation"))  // where the settings asked for it
        row.deformation = {flow->at("j_min").number(),           flow->at("rho").number(),
                           flow->at("expected_err_px").number(), flow->at("mean_px").number(),
                           flow->at("log_j_mean").number(),      flow->at("may_be_one_period_off").truth()};
    stored.neighbourCorrelation = json.at("neighbour_correlation").number();
    row.engine = json.at("engine").text();
    row.message = json.at("message").text();
    row.inputSha256 = json.at("input_sha256").text();
    row.inputBytes = json.at("input_bytes").whole<std::uint64_t>();
    if (const auto channels = json.find("channels_sha256")) row.channelsSha256 = channels->text();
    const JsonEntry profile = json.at("c1d");
    row.profile.value = floatsFrom(profile.at("value"));
    row.profile.error = floatsFrom(profile.at("error"));
    row.profile.pairs = floatsFrom(profile.at("pairs"));
    if (const auto fine = profile.find("fine")) row.profile.fine = floatsFrom(*fine);  // since ensembles are made of rows
    if (const auto variance = profile.find("variance")) row.profile.variance = variance->number();
    if (const auto smoothing = profile.find("smoothing_px")) row.profile.smoothingPx = smoothing->number();
    if (const auto sectors = json.find("sectors"))  // where the settings asked for it
        for (const JsonEntry& sector : sectors->list())
            row.sectors.push_back({sector.at("angle_deg").number(), sector.at("r_max_px").number(),
                                   floatsFrom(sector.at("value")), floatsFrom(sector.at("pairs"))});
    if (const auto terms = json.find("terms"))
        for (const JsonEntry& term : terms->list())
            row.terms.push_back({term.at("term").text(), term.at("r_max_px").number(), floatsFrom(term.at("value")),
                                 floatsFrom(term.at("error")), floatsFrom(term.at("pairs"))});
    return stored;
}

Json jsonOf(const StoredRow& stored) {
    const FrameResult& row = stored.row;
    Json json{{"frame", row.frame},
              {"file", row.file},
              {"page", row.page},
              {"time_s", row.timeS},
              {"time_source", nameOf(row.timeSource)},
              {"status", nameOf(row.status)}};
    if (row.ownUmPerPx > 0) json["um_per_px"] = row.ownUmPerPx;
    for (const LengthEstimator& estimator : lengthEstimators())
        if (estimator.isOfSchema1) json[entryOf(estimator)] = lengthJson(row.length(estimator.key));
    json.update(Json{{"shift_px", {row.image.drift.xPx, row.image.drift.yPx}},
                     {"rotation_deg", row.image.drift.rotationDeg},
                     {"size_px", {row.image.widthPx, row.image.heightPx}},
                     {"valid_fraction", row.image.validFraction},
                     {"saturated_fraction", row.image.saturatedFraction},
                     {"neighbour_correlation", stored.neighbourCorrelation},
                     {"engine", row.engine},
                     {"message", row.message},
                     {"input_sha256", row.inputSha256},
                     {"input_bytes", row.inputBytes}});
    if (!row.channelsSha256.empty()) json["channels_sha256"] = row.channelsSha256;
    for (const LengthEstimator& estimator : lengthEstimators())
        if (const LengthScale& length = row.length(estimator.key); !estimator.isOfSchema1 && length.isFound())
            json[entryOf(estimator)] = lengthJson(length);
    for (const auto& [name, length] : row.scriptLengths)
        json["script_lengths"][name] = lengthJson(length);
    if (std::isfinite(row.image.drift.errorXPx)) {
        json["shift_error_px"] = {row.image.drift.errorXPx, row.image.drift.errorYPx};
        json["rotation_error_deg"] = row.image.drift.rotationErrorDeg;
    }
    if (row.image.depthPx > 0) {
        json["depth_px"] = row.image.depthPx;
        json["shift_z_px"] = row.image.drift.zPx;
        json["shift_z_error_px"] = row.image.drift.errorZPx;
    }
    if (const auto& flow = row.deformation)
        json["deformation"] = {{"j_min", flow->jMin},
                               {"rho", flow->rho},
                               {"expected_err_px", flow->expectedErrorPx},
                               {"mean_px", flow->meanPx},
                               {"log_j_mean", flow->logJMean},
                               {"may_be_one_period_off", flow->mayBeOnePeriodOff}};
    if (row.anisotropy.isFound())
        json["anisotropy"] = {{"elongation", row.anisotropy.elongation}, {"angle_deg", row.anisotropy.angleDeg}};
    if (const auto& axes = row.image.orientation)
        json["orientation"] = {
            {"order_parameter", axes->orderParameter}, {"coherence_mean", axes->coherenceMean}, {"axis_deg", axes->axisDeg}};
    if (row.surface) json["surface"] = surfaceJson(*row.surface);
    json["c1d"] = {
        {"value", base64Of(row.profile.value)}, {"error", base64Of(row.profile.error)}, {"pairs", base64Of(row.profile.pairs)}};
    if (!row.profile.fine.empty()) json["c1d"]["fine"] = base64Of(row.profile.fine);
    if (std::isfinite(row.profile.variance)) json["c1d"]["variance"] = row.profile.variance;
    if (row.profile.smoothingPx > 0) json["c1d"]["smoothing_px"] = row.profile.smoothingPx;
    for (const StoredSector& sector : row.sectors)
        json["sectors"].push_back({{"angle_deg", sector.angleDeg},
                                   {"r_max_px", sector.rMaxPx},
                                   {"value", base64Of(sector.value)},
                                   {"pairs", base64Of(sector.pairs)}});
    for (const StoredTerm& term : row.terms)
        json["terms"].push_back({{"term", term.name},
                                 {"r_max_px", term.rMaxPx},
                                 {"value", base64Of(term.value)},
                                 {"error", base64Of(term.error)},
                                 {"pairs", base64Of(term.pairs)}});
    return json;
}

std::string storedRowJson(const StoredRow& stored) {
    return textOf(jsonOf(stored));
}

StoredRow storedRowFromJson(std::string_view text) {
    const Json json = parsedJson(text);
    return storedRowFrom(JsonEntry(json));
}

}  // namespace coarsen
