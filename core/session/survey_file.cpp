// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/survey_file.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/rules_number.hpp"
#include "core/base/sha256.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/base64.hpp"
#include "core/session/json_entry.hpp"
#include "core/volume_files/volume_files.hpp"

#include <system_error>
#include <utility>

namespace coarsen {

namespace {

Json shiftsJson(const Drift& drift) {
    Json shifts = Json::array();
    for (std::size_t i = 0; i < drift.shifts.size(); ++i) {
        const Shift& shift = drift.shifts[i];
        const ShiftError error = drift.errorOf(i);
        shifts.push_back({{"px", {shift.x, shift.y}},
                          {"rotation_deg", shift.rotationDeg},
                          {"likeness", shift.correlation},
                          {"error_px", {error.xPx, error.yPx}},
                          {"rotation_error_deg", error.rotationDeg},
                          {"is_known", static_cast<bool>(drift.isKnown[i])},
                          {"parts_differ_px", drift.partsDifferPx[i]}});
        if (!drift.ofVolumes.empty()) {
            shifts.back()["z_px"] = drift.ofVolumes[i].zPx;
            shifts.back()["variance"] = drift.ofVolumes[i].variance;
        }
    }
    return shifts;
}

Drift driftFrom(const JsonEntry& json) {
    Drift drift;
    for (const JsonEntry& entry : json.at("shifts").list()) {
        const std::vector<JsonEntry> shift = entry.at("px").list(2), error = entry.at("error_px").list(2);
        drift.shifts.push_back(
            {shift[0].number(), shift[1].number(), entry.at("likeness").number(), entry.at("rotation_deg").number()});
        drift.errors.push_back({error[0].number(), error[1].number(), entry.at("rotation_error_deg").number()});
        drift.isKnown.push_back(entry.at("is_known").truth());
        drift.partsDifferPx.push_back(entry.at("parts_differ_px").number());
        if (const auto behind = entry.find("z_px"))  // of volumes
            drift.ofVolumes.push_back({behind->number(), entry.at("variance").number()});
    }
    for (const JsonEntry& note : json.at("drift_notes").list())
        drift.notes.push_back(note.text());
    return drift;
}

Survey surveyFrom(const JsonEntry& json) {
    Survey survey;
    survey.frames = json.at("frames").whole<int>();
    survey.framesOfMedian = json.at("frames_of_median").whole<int>();
    for (const JsonEntry& note : json.at("notes").list())
        survey.notes.push_back(note.text());
    survey.drift = driftFrom(json);
    if (const auto median = json.find("series_median")) {
        const std::vector<JsonEntry> size = median->at("size_px").list(2);
        const int width = size[0].whole<int>(), height = size[1].whole<int>();
        std::vector<float> pixels = floatsFromBase64(median->at("values").text());
        if (width <= 0 || height <= 0 || pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
            median->refuse("has another number of pixels than its size");
        survey.seriesMedian = Image(width, height, std::move(pixels));
    }
    return survey;
}

/// Sizes and times of change of the files that a frame is.
std::string versionOf(const std::filesystem::path& input) {
    std::string text;
    for (const std::filesystem::path& file : inputFiles(input)) {
        std::error_code missing;
        const auto size = std::filesystem::file_size(file, missing);
        const auto written = std::filesystem::last_write_time(file, missing);
        text += (text.empty() ? "" : "\t") +
                (missing ? "missing" : std::to_string(size) + "\t" + std::to_string(written.time_since_epoch().count()));
    }
    return text;
}

}  // namespace

std::string surveyKey(const ImageSeries& series, const Recipe& recipe, const FileHashes& files) {
    std::string text =
        surveyHash(recipe, files) + orderKey(series) + volumeKey(series) + "\nrules " + std::to_string(rulesNumber) + "\n";
    for (const FrameSource& source : series.frames) {
        text += source.name + "\t" + std::to_string(source.page) + "\t" + versionOf(source.file);
        for (const std::filesystem::path& other : furtherFiles(source))
            text += "\t" + versionOf(other);
        text += "\n";
    }
    return sha256(text);
}

std::string surveyJson(const Survey& survey, const std::string& key) {
    Json json{{"key", key},
              {"frames", survey.frames},
              {"frames_of_median", survey.framesOfMedian},
              {"notes", survey.notes},
              {"drift_notes", survey.drift.notes},
              {"shifts", shiftsJson(survey.drift)}};
    if (!survey.seriesMedian.isEmpty()) {
        const auto pixels = survey.seriesMedian.plane<float>();
        json["series_median"] = {{"size_px", {survey.seriesMedian.width(), survey.seriesMedian.height()}},
                                 {"values", base64Of({pixels.begin(), pixels.end()})}};
    }
    return textOf(json, 1) + "\n";
}

std::shared_ptr<const Survey> readSurvey(const std::filesystem::path& file, const std::string& key) {
    try {
        if (!std::filesystem::exists(file)) return nullptr;
        const auto bytes = readWhole(file);
        const Json json = parsedJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        const JsonEntry whole(json);
        if (whole.at("key").text() != key) return nullptr;
        return std::make_shared<const Survey>(surveyFrom(whole));
    } catch (const InputError&) {  // it is found again, as if it had not been written
        return nullptr;
    }
}

}  // namespace coarsen
