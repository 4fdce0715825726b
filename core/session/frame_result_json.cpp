// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/frame_result_json.hpp"

#include "core/base/error.hpp"
#include "core/session/base64.hpp"
#include "core/session/json_values.hpp"

#include <cstdint>
#include <limits>

namespace coarsen {

namespace {

Json lengthJson(const LengthScale& length) {
    return {{"px", length.px},
            {"error_px", length.errorPx},
            {"c1d", length.c1d},
            {"quality", nameOf(length.quality)},
            {"message", length.message}};
}

LengthScale lengthFrom(const Json& json) {
    LengthScale length;
    length.px = numberFrom(json.at("px"));
    length.errorPx = numberFrom(json.at("error_px"));
    length.c1d = numberFrom(json.at("c1d"));
    length.quality = qualityNamed(json.at("quality").get<std::string>());
    length.message = json.at("message");
    return length;
}

TimeSource timeSourceNamed(const std::string& name) {
    for (const TimeSource source : {TimeSource::filename, TimeSource::exif, TimeSource::tiff, TimeSource::video,
                                    TimeSource::interval, TimeSource::table, TimeSource::index})
        if (nameOf(source) == name) return source;
    throw InputError("time source", "'" + name + "' is unknown");
}

FrameResult rowFrom(const Json& json) {
    FrameResult row;
    row.frame = wholeFrom<int>(json.at("frame"));
    row.file = json.at("file");
    row.page = wholeFrom<int>(json.at("page"));
    row.timeS = numberFrom(json.at("time_s"));
    row.timeSource = timeSourceNamed(json.at("time_source"));
    row.status = frameStatusNamed(json.at("status").get<std::string>());
    row.rMax = lengthFrom(json.at("r_max"));
    row.rMin = lengthFrom(json.at("r_min"));
    row.rZero = lengthFrom(json.at("r_zero"));
    row.rHalf = lengthFrom(json.at("r_half"));
    if (json.contains("first_moment")) {  // where the settings asked for it
        row.firstMoment = lengthFrom(json.at("first_moment"));
        row.spectrumPeak = lengthFrom(json.at("spectrum_peak"));
    }
    if (json.contains("anisotropy")) {
        row.anisotropy.elongation = numberFrom(json.at("anisotropy").at("elongation"));
        row.anisotropy.angleDeg = numberFrom(json.at("anisotropy").at("angle_deg"));
    }
    row.shiftXPx = json.at("shift_px").at(0);
    row.shiftYPx = json.at("shift_px").at(1);
    row.rotationDeg = json.value("rotation_deg", 0.0);
    row.widthPx = wholeFrom<int>(json.at("size_px").at(0));
    row.heightPx = wholeFrom<int>(json.at("size_px").at(1));
    row.validFraction = numberFrom(json.at("valid_fraction"));
    if (json.contains("saturated_fraction")) row.saturatedFraction = numberFrom(json.at("saturated_fraction"));
    row.neighbourCorrelation = numberFrom(json.at("neighbour_correlation"));
    row.engine = json.at("engine");
    row.message = json.at("message");
    row.inputSha256 = json.at("input_sha256");
    row.inputBytes = wholeFrom<std::uint64_t>(json.at("input_bytes"));
    row.profile.value = floatsFromBase64(json.at("c1d").at("value").get<std::string>());
    row.profile.error = floatsFromBase64(json.at("c1d").at("error").get<std::string>());
    row.profile.pairs = floatsFromBase64(json.at("c1d").at("pairs").get<std::string>());
    for (const Json& sector : json.value("sectors", Json::array()))  // where the settings asked for it
        row.sectors.push_back({sector.at("angle_deg"), numberFrom(sector.at("r_max_px")),
                               floatsFromBase64(sector.at("value").get<std::string>()),
                               floatsFromBase64(sector.at("pairs").get<std::string>())});
    return row;
}

}  // namespace

std::string frameResultJson(const FrameResult& row) {
    Json json{{"frame", row.frame},
              {"file", row.file},
              {"page", row.page},
              {"time_s", row.timeS},
              {"time_source", nameOf(row.timeSource)},
              {"status", nameOf(row.status)},
              {"r_max", lengthJson(row.rMax)},
              {"r_min", lengthJson(row.rMin)},
              {"r_zero", lengthJson(row.rZero)},
              {"r_half", lengthJson(row.rHalf)},
              {"shift_px", {row.shiftXPx, row.shiftYPx}},
              {"rotation_deg", row.rotationDeg},
              {"size_px", {row.widthPx, row.heightPx}},
              {"valid_fraction", row.validFraction},
              {"saturated_fraction", row.saturatedFraction},
              {"neighbour_correlation", row.neighbourCorrelation},
              {"engine", row.engine},
              {"message", row.message},
              {"input_sha256", row.inputSha256},
              {"input_bytes", row.inputBytes}};
    if (row.firstMoment.isFound() || row.spectrumPeak.isFound()) {
        json["first_moment"] = lengthJson(row.firstMoment);
        json["spectrum_peak"] = lengthJson(row.spectrumPeak);
    }
    if (row.anisotropy.isFound())
        json["anisotropy"] = {{"elongation", row.anisotropy.elongation}, {"angle_deg", row.anisotropy.angleDeg}};
    json["c1d"] = {
        {"value", base64Of(row.profile.value)}, {"error", base64Of(row.profile.error)}, {"pairs", base64Of(row.profile.pairs)}};
    for (const StoredSector& sector : row.sectors)
        json["sectors"].push_back({{"angle_deg", sector.angleDeg},
                                   {"r_max_px", sector.rMaxPx},
                                   {"value", base64Of(sector.value)},
                                   {"pairs", base64Of(sector.pairs)}});
    return json.dump();
}

FrameResult frameResultFromJson(std::string_view text) {
    if (isNestedTooDeep(text)) throw InputError("", "a row is damaged (too many brackets)", "use an earlier copy of the file");
    try {
        return rowFrom(Json::parse(text));
    } catch (const Json::exception& error) {
        throw InputError("", "a row is damaged (" + std::string(error.what()) + ")", "use an earlier copy of the file");
    }
}

}  // namespace coarsen
