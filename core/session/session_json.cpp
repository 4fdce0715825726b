// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/rules_number.hpp"
#include "core/base/utf8.hpp"
#include "core/base/version.hpp"
#include "core/base/whole_file.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/series/frame_order.hpp"
#include "core/session/check_session.hpp"
#include "core/session/frame_result_entry.hpp"
#include "core/session/frames_json.hpp"
#include "core/session/json_entry.hpp"
#include "core/session/path_text.hpp"
#include "core/session/row_texts.hpp"
#include "core/session/session.hpp"
#include "core/session/session_frames.hpp"
#include "core/session/stored_fit.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr int schema = 1;
constexpr const char *resultsKey = "results", *inputsKey = "inputs", *hashesKey = "result_hashes";

constexpr std::array timeKinds{"automatic", "interval", "table",         "filename", "exif", "index",
                               "mtime",     "pages",    "file interval", "film",     "date"};

/// Sessions of earlier versions name no unit; one that is not known here is as good as none.
TimeUnit unitFrom(const JsonEntry& name) {
    if (name.text() == nameOf(TimeUnit::clock)) return TimeUnit::clock;
    return timeUnitNamed(name.text()).value_or(TimeUnit::automatic);
}

Json optionalNumber(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json calibrationJson(const Calibration& calibration) {
    const Calibration known = calibration.isKnown() ? calibration : Calibration{};
    Json json{{"pixel_width_um", known.pixelWidthUm}, {"pixel_height_um", known.pixelHeightUm}, {"source", known.source}};
    if (known.pixelDepthUm > 0) json["pixel_depth_um"] = known.pixelDepthUm;
    return json;
}

Calibration calibrationFrom(const JsonEntry& json) {
    const auto depth = json.find("pixel_depth_um");  // of volumes
    return {json.at("pixel_width_um").number(), json.at("pixel_height_um").number(), json.at("source").text(),
            depth ? depth->number() : 0};
}

}  // namespace

Json inputJson(const FrameSource& source, const FrameResult* row, const fs::path& folder) {
    const bool isHashed = row && !row->inputSha256.empty();
    Json input{{"file", storedPath(source.file, folder)},
               {"page", source.page},
               {"name", source.name},
               {"time_s", source.timeS},
               {"time_source", nameOf(source.timeSource)},
               {"problem", source.problem},
               {"bytes", isHashed ? Json(row->inputBytes) : Json(nullptr)},
               {"sha256", isHashed ? Json(row->inputSha256) : Json(nullptr)}};
    if (!source.channelPages.empty()) input["channel_pages"] = source.channelPages;
    for (const fs::path& file : source.channelFiles)
        input["channel_files"].push_back(storedPath(file, folder));
    for (const fs::path& file : source.sliceFiles)
        input["slice_files"].push_back(storedPath(file, folder));
    if (source.ownSize) input["calibration"] = calibrationJson(*source.ownSize);
    return input;
}

FrameSource inputFrom(const JsonEntry& input, const fs::path& folder) {
    FrameSource source;
    source.file = restoredPath(input.at("file").text(), folder);
    source.page = input.at("page").whole<int>();
    if (const auto pages = input.find("channel_pages"))  // of a stack
        for (const JsonEntry& page : pages->list())
            source.channelPages.push_back(page.whole<int>());
    if (const auto files = input.find("channel_files"))
        for (const JsonEntry& file : files->list())
            source.channelFiles.push_back(restoredPath(file.text(), folder));
    if (const auto files = input.find("slice_files"))
        for (const JsonEntry& file : files->list())
            source.sliceFiles.push_back(restoredPath(file.text(), folder));
    if (const auto size = input.find("calibration")) source.ownSize = calibrationFrom(*size);
    source.name = printable(input.at("name").text());
    source.timeS = input.at("time_s").number();
    source.timeSource = timeSourceFrom(input.at("time_source"));
    source.problem = input.at("problem").text();
    return source;
}

namespace {

/// Without its inputs, which are most of its text.
Json seriesJson(const Session& session, const fs::path& folder) {
    const ImageSeries& series = session.series;
    Json json{{"name", series.name},
              {"folder", storedPath(series.folder, folder)},
              {"calibration", calibrationJson(series.calibration)},
              {"first", headerJson(series.first)},
              {"notes", Json::array()},
              {"said", Json::array()},
              {"clock_start_s", optionalNumber(series.clockStartS)},
              {inputsKey, Json::array()}};
    for (const Said& said : series.notes) {  // earlier versions read the texts alone
        json["notes"].push_back(wholeText(said));
        json["said"].push_back({{"code", said.code}, {"text", said.text}, {"flag", said.flag}, {"advice", said.advice}});
    }
    if (!series.timesBy.empty()) json["times_by"] = series.timesBy;
    if (series.comparesSizes) json["compares_sizes"] = true;
    if (series.volumes) json["volumes"] = volumesJson(*series.volumes);
    if (!series.frames.empty() && !series.frames.front().dataset.empty()) json["dataset"] = series.frames.front().dataset;
    return json;
}

/// `frames`: those that it does not name itself.
ImageSeries seriesFrom(const JsonEntry& json, const fs::path& folder, std::vector<FrameSource> frames) {
    ImageSeries series;
    series.name = json.at("name").text();
    series.folder = restoredPath(json.at("folder").text(), folder);
    series.calibration = calibrationFrom(json.at("calibration"));
    series.first = headerFrom(json.at("first"));
    series.comparesSizes = json.find("compares_sizes").has_value();
    if (const auto volumes = json.find("volumes")) series.volumes = volumesFrom(*volumes, series.first);
    if (const auto said = json.find("said"))
        for (const JsonEntry& one : said->list()) {
            const auto advice = one.find("advice");
            series.notes.push_back(
                {one.at("code").text(), one.at("text").text(), one.at("flag").text(), advice ? advice->text() : ""});
        }
    else
        for (const JsonEntry& note : json.at("notes").list())
            series.notes.push_back({{}, note.text(), {}, {}});
    if (const auto by = json.find("times_by")) series.timesBy = by->text();
    if (const auto start = json.find("clock_start_s")) series.clockStartS = start->optionalNumber();
    const auto dataset = json.find("dataset");  // of pictures
    series.frames = std::move(frames);
    for (const JsonEntry& input : json.at(inputsKey).list())
        series.frames.push_back(inputFrom(input, folder));
    if (dataset)
        for (FrameSource& source : series.frames)
            source.dataset = dataset->text();
    return series;
}

/// Reads the fits that are whole; what is said of the others stands in the session.
void readFits(Session& session, const JsonEntry& json) {
    std::vector<std::string> damages;
    for (const JsonEntry& fit : json.list()) {
        try {
            session.fits.push_back(storedFitFrom(fit));
        } catch (const InputError& error) {
            damages.push_back("a fit (" + error.reason() + ")");
        }
    }
    for (std::string& damage : withoutDamagedFits(session.fits, session.series.frames.size()))
        damages.push_back(std::move(damage));
    if (damages.empty()) return;
    std::string list = damages.front();
    for (std::size_t i = 1; i < damages.size(); ++i)
        list += ", " + damages[i];
    session.damages.push_back("Left out of the session as damaged: " + list + ". The growth is fitted again from the results.");
}

/// A map by frame as a list of pairs: JSON objects have texts for keys.
template <typename Value>
std::map<int, Value> byFrame(const JsonEntry& json, Value (JsonEntry::*value)() const) {
    std::map<int, Value> all;
    for (const JsonEntry& entry : json.list()) {
        const std::vector<JsonEntry> pair = entry.list(2);
        if (!all.emplace(pair[0].whole<int>(), (pair[1].*value)()).second) entry.refuse("names a frame a second time");
    }
    return all;
}

/// By which results were measured, of a session or of one of its keys.
int rulesOf(const JsonEntry& json) {
    const auto rules = json.find(rulesKey);
    return rules ? rules->whole<int>() : firstRulesNumber;
}

ResultKey keyFrom(const JsonEntry& json) {
    const auto depth = json.find("depth_aspect");  // of volumes
    return {json.at("measurement").text(), json.at("aspect").number(), json.at("marker_px").optionalNumber(),
            depth ? depth->number() : 0, rulesOf(json)};
}

Json keyJson(int frame, const ResultKey& key) {
    Json json{{"frame", frame}, {"measurement", key.measurement}, {"aspect", key.aspect}, {rulesKey, key.rules}};
    json["marker_px"] = optionalNumber(key.markerPx);
    if (key.depthAspect > 0) json["depth_aspect"] = key.depthAspect;
    return json;
}

/// The key of most results: the recipe's hash with today's pixels and marker and the session's rules. Other results say all.
void readKeys(Session& session, const JsonEntry& json) {
    for (const auto& [frame, hash] : byFrame(json.at(hashesKey), &JsonEntry::text))
        session.resultKeys[frame] =
            ResultKeys(commonKey(hash, session.calibration, rulesOf(json)), session.manualRMaxPx).of(frame);
    if (const auto keys = json.find("result_keys"))
        for (const JsonEntry& key : keys->list())
            session.resultKeys[key.at("frame").whole<int>()] = keyFrom(key);
}

TimeChoice timesFrom(const JsonEntry& json, const fs::path& folder) {
    TimeChoice times;
    const std::string kind = json.at("kind").text();
    const auto known = std::ranges::find(timeKinds, kind);
    if (known == timeKinds.end()) json.at("kind").refuse("is '" + kind + "', which this program does not know");
    times.kind = static_cast<TimeChoice::Kind>(known - timeKinds.begin());
    times.intervalS = json.at("interval_s").number();
    times.table = restoredPath(json.at("table").text(), folder);
    if (const auto byNumber = json.find("by_number")) times.byNumber = byNumber->truth();
    if (const auto unit = json.find("numbers_unit")) times.numbersUnit = unit->text();
    if (const auto columns = json.find("columns")) {
        try {
            times.columns = timeColumnsFrom(columns->text());
        } catch (const SettingError& error) {
            columns->refuse("cannot be read: " + error.reason());
        }
    }
    if (const auto order = json.find("order")) {
        const auto named = frameOrderNamed(order->text());
        if (!named) order->refuse("is '" + order->text() + "', which this program does not know");
        times.order = *named;
    }
    return times;
}

Json groupingJson(const Grouping& grouping, const fs::path& folder) {
    Json groups = Json::array();
    for (const FrameGroup& group : grouping.groups)
        groups.push_back({{"name", group.name}, {"x", group.x}, {"frames", group.frames}});
    return {{"x", grouping.column}, {"table", storedPath(grouping.table, folder)}, {"groups", std::move(groups)}};
}

Grouping groupingFrom(const JsonEntry& json, const fs::path& folder) {
    Grouping grouping{.column = json.at("x").text(), .table = restoredPath(json.at("table").text(), folder), .groups = {}};
    for (const JsonEntry& entry : json.at("groups").list()) {
        FrameGroup group{.name = printable(entry.at("name").text()), .x = entry.at("x").number(), .frames = {}};
        for (const JsonEntry& frame : entry.at("frames").list())
            group.frames.push_back(frame.whole<int>());
        grouping.groups.push_back(std::move(group));
    }
    return grouping;
}

Session sessionFrom(const JsonEntry& json, const fs::path& file, std::vector<FrameSource> frames = {}) {
    const fs::path folder = fs::absolute(file).parent_path();
    Session session;
    session.file = fs::absolute(file);
    session.version = json.at("version").text();
    if (const auto name = json.find("name")) session.name = name->text();  // sessions of earlier versions have none
    session.series = seriesFrom(json.at("series"), folder, std::move(frames));
    const JsonEntry times = json.at("times");
    session.times = timesFrom(times, folder);
    session.series.order = session.times.order;
    if (const auto unit = times.find("unit")) session.timeUnit = unitFrom(*unit);
    if (const auto units = times.find("typed_units"))
        for (const auto& [setting, unit] : units->members())
            session.typedUnits[setting] = unitFrom(unit);
    session.calibration = calibrationFrom(json.at("calibration"));
    session.recipe = recipeFromJson(textOf(json.at("recipe").json()), displayName(file));
    if (const auto files = json.find("recipe_files"))
        for (const JsonEntry& used : files->list())
            session.files[used.at("path").text()] = used.at("sha256").text();
    for (const JsonEntry& frame : json.at("excluded").list())
        session.excluded.insert(frame.whole<int>());
    session.manualRMaxPx = byFrame(json.at("markers_px"), &JsonEntry::number);
    if (const auto ensemble = json.find("ensemble")) session.ensemble = groupingFrom(*ensemble, folder);
    for (const JsonEntry& entry : json.at(resultsKey).list()) {
        StoredRow stored = storedRowFrom(entry);
        const int frame = stored.row.frame;
        session.neighbourCorrelations[frame] = stored.neighbourCorrelation;
        if (!session.results.emplace(frame, shared(std::move(stored.row))).second)
            entry.refuse("is the second result of frame " + std::to_string(frame));
    }
    readKeys(session, json);
    if (const auto outputs = json.find("outputs"))
        for (const JsonEntry& table : outputs->list())
            session.outputs[table.at("file").text()] = table.at("sha256").text();
    session.engine = json.at("engine").text();
    if (const auto convolution = json.find("convolution")) {
        session.convolutionEngine = convolution->at("engine").text();
        session.convolutionTuning = convolution->at("tuned_utc").text();
    }
    session.device = json.at("device").text();
    session.startedUtc = json.at("started_utc").text();
    session.finishedUtc = json.at("finished_utc").text();
    if (const JsonEntry view = json.at("view"); !view.json().is_null()) session.viewJson = textOf(view.json());
    requireConsistent(session);
    readFits(session, json.at("fits"));
    return session;
}

/// True for the words of a session, however damaged it is.
bool isMeantAsSession(std::string_view text) {
    return text.find("\"schema\"") != std::string_view::npos && text.find("\"Coarsen\"") != std::string_view::npos;
}

/// One of the session's long lists, which stands empty in the text of all else.
struct LongList {
    std::string key;
    std::size_t depth = 1;  ///< of the line with its key
    std::size_t count = 0;
    std::function<Json(std::size_t)> entry;
};

/// The text with the lists in it, in the order in which they stand there. A list's place is found by the line that it begins: no
/// text of JSON has a line's end in it, and no other key before it stands at that depth under that name.
void writeWithLists(const std::string& text, const std::vector<LongList>& lists, const TextSink& sink) {
    std::size_t done = 0;
    for (const LongList& list : lists) {
        if (list.count == 0) continue;
        const std::string opening = "\n" + std::string(list.depth, ' ') + "\"" + list.key + "\": [";
        const std::size_t place = text.find(opening, done) + opening.size();
        sink(std::string_view(text).substr(done, place - done));
        const std::string indent(list.depth + 1, ' ');
        const auto lines = [&](std::size_t i) {
            std::string entry = "\n" + textOf(list.entry(i), 1);
            for (std::size_t end = 0; end != std::string::npos; end = entry.find('\n', end + 1))
                entry.insert(end + 1, indent);
            return entry;
        };
        textsInOrder(list.count, lines, ",", sink);
        sink("\n" + std::string(list.depth, ' '));
        done = place;
    }
    sink(std::string_view(text).substr(done));
}

/// The keys that most results have, and those that others have.
struct KeysByKind {
    std::vector<std::pair<int, const std::string*>> hashes;
    Json others = Json::array();
};

KeysByKind keysByKind(const Session& session) {
    KeysByKind keys;
    const ResultKeys today(commonKey("", session.calibration), session.manualRMaxPx);
    for (const auto& [frame, key] : session.resultKeys) {
        const ResultKey chosen = today.of(frame);
        if (key.hasPixelsOf(chosen) && key.markerPx == chosen.markerPx && key.rules == rulesNumber)
            keys.hashes.emplace_back(frame, &key.measurement);
        else  // an earlier version must not take it for up to date
            keys.others.push_back(keyJson(frame, key));
    }
    return keys;
}

/// All but its long lists, which stand empty.
Json withoutLists(const Session& session, const fs::path& relativeTo, Json otherKeys) {
    Json json{{"schema", schema}, {"program", "Coarsen"}, {"version", version}};
    json["started_utc"] = session.startedUtc;
    json["finished_utc"] = session.finishedUtc;
    json["engine"] = session.engine;
    json["device"] = session.device;
    if (!session.name.empty()) json["name"] = session.name;
    json["recipe"] = Json::parse(recipeJson(session.recipe));
    json["recipe_files"] = Json::array();
    for (const auto& [path, hash] : session.files)
        json["recipe_files"].push_back({{"path", path}, {"sha256", hash}});
    json["series"] = seriesJson(session, relativeTo);
    json["times"] = {{"kind", timeKinds[static_cast<std::size_t>(session.times.kind)]},
                     {"interval_s", session.times.intervalS},
                     {"table", storedPath(session.times.table, relativeTo)},
                     {"by_number", session.times.byNumber},
                     {"columns", textOf(session.times.columns)},
                     {"order", nameOf(session.times.order)},
                     {"unit", nameOf(session.timeUnit)},
                     {"typed_units", Json::object()}};
    if (!session.times.numbersUnit.empty()) json["times"]["numbers_unit"] = session.times.numbersUnit;
    for (const auto& [setting, unit] : session.typedUnits)
        json["times"]["typed_units"][setting] = nameOf(unit);
    json["calibration"] = calibrationJson(session.calibration);
    json["excluded"] = session.excluded;
    json["markers_px"] = Json::array();
    for (const auto& [frame, px] : session.manualRMaxPx)
        json["markers_px"].push_back({frame, px});
    if (session.ensemble) json["ensemble"] = groupingJson(*session.ensemble, relativeTo);
    json[resultsKey] = Json::array();
    json[rulesKey] = rulesNumber;
    json[hashesKey] = Json::array();
    json["result_keys"] = std::move(otherKeys);
    json["fits"] = Json::array();
    for (const GrowthFit& fit : session.fits)
        json["fits"].push_back(storedFitJson(fit));
    json["outputs"] = Json::array();
    for (const auto& [name, hash] : session.outputs)
        json["outputs"].push_back({{"file", name}, {"sha256", hash}});
    json["view"] = session.viewJson.empty() ? Json(nullptr) : Json::parse(session.viewJson);
    json["convolution"] = {{"engine", session.convolutionEngine}, {"tuned_utc", session.convolutionTuning}};
    return json;
}

void writeTo(const TextSink& sink, const Session& session, const fs::path& relativeTo) {
    KeysByKind keys = keysByKind(session);
    std::vector<const FrameResult*> rows;
    rows.reserve(session.results.size());
    for (const auto& [frame, row] : session.results)
        rows.push_back(row.get());
    const auto input = [&](std::size_t i) {
        const auto row = session.results.find(static_cast<int>(i));
        return inputJson(session.series.frames[i], row == session.results.end() ? nullptr : row->second.get(), relativeTo);
    };
    const auto result = [&](std::size_t i) {
        return jsonOf({*rows[i], neighbourCorrelationOf(session.neighbourCorrelations, rows[i]->frame)});
    };
    const auto hash = [&](std::size_t i) { return Json{keys.hashes[i].first, *keys.hashes[i].second}; };
    writeWithLists(textOf(withoutLists(session, relativeTo, std::move(keys.others)), 1) + "\n",
                   {{inputsKey, 2, session.series.frames.size(), input},
                    {resultsKey, 1, rows.size(), result},
                    {hashesKey, 1, keys.hashes.size(), hash}},
                   sink);
}

}  // namespace

Json jsonWithoutFrames(const Session& session, const fs::path& relativeTo) {
    return withoutLists(session, relativeTo, Json::array());
}

Session sessionWithFrames(const JsonEntry& json, const fs::path& file, std::vector<FrameSource> frames) {
    return sessionFrom(json, file, std::move(frames));
}

std::string sessionJson(const Session& session, const fs::path& relativeTo) {
    std::string text;
    writeTo([&](std::string_view piece) { text += piece; }, session, relativeTo);
    return text;
}

Session sessionFromJson(std::string_view text, const fs::path& file) {
    const std::string name = displayName(file);
    const auto refuseAsNone = [&] {
        throw InputError(name, "it is not a session of Coarsen", "choose a file that Coarsen saved, as session.coarsen");
    };
    if (text.empty()) throw InputError(name, "the file is empty", "use an earlier copy of it");
    try {
        const Json json = parsedJson(text);
        if (!json.is_object() || !json.contains("schema") || !json.contains("program") || json["program"] != "Coarsen")
            refuseAsNone();
        if (json.contains("kind") && json["kind"] == "project")
            throw InputError(name, "it is a project of several samples, no session",
                             "open it in the window, or name one of its sessions");
        const JsonEntry whole(json);
        const auto found = whole.at("schema").whole<std::int64_t>();
        if (found > schema)
            throw InputError(name,
                             "it was written by a newer version (schema " + std::to_string(found) + ", this program knows " +
                                 std::to_string(schema) + ")",
                             "open it with that version");
        if (found < 1) whole.at("schema").refuse("is " + std::to_string(found) + ", but schemas count from 1");
        return sessionFrom(whole, file);
    } catch (const SettingError& error) {
        throw InputError(name, "its recipe cannot be used: " + error.reason(), error.remedy());
    } catch (const InputError& error) {
        if (!error.subject().empty()) throw;
        if (!isMeantAsSession(text)) refuseAsNone();
        throw InputError(name, "the session is damaged: " + error.reason(), "use an earlier copy of it");
    }
}

Session readSession(const fs::path& file) {
    const auto bytes = readWhole(file);
    return sessionFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
}

void writeSession(const fs::path& file, const Session& session) {
    WholeFile whole(file);
    writeTo([&](std::string_view piece) { whole.add(piece); }, session, fs::absolute(file).parent_path());
    whole.finish();
}

}  // namespace coarsen
