// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/prepared_run.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/base/sha256_sum.hpp"
#include "core/base/version.hpp"
#include "core/base/whole_file.hpp"
#include "core/series/frame_order.hpp"
#include "core/session/frames_json.hpp"
#include "core/session/run_identity_entry.hpp"
#include "core/session/session_frames.hpp"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr const char* hashKey = "frames_sha256";
constexpr std::size_t pieceBytes = std::size_t{1} << 20;

/// All frames that are the series, in its order.
std::vector<int> sequence(const PreparedRun& run) {
    std::vector<int> frames = run.frames;
    if (frames.empty()) {
        frames.resize(run.session.series.frames.size());
        std::iota(frames.begin(), frames.end(), 0);
    }
    return inOrder(run.session.series, std::move(frames));
}

Json usualJson(const ImageHeader& header) {
    Json json = headerJson(header);
    json["planes"] = header.planes;
    return json;
}

/// Images of the frames, a line each, so that a long series is neither read nor written as a whole.
struct PlannedFrames {
    std::vector<FrameSource> sources;
    std::vector<ListedInput> listed;
};

std::string lineOf(const FrameSource& source, const ListedInput& listed, const fs::path& folder) {
    Json json = inputJson(source, nullptr, folder);
    json["listed"] = {listed.name, listed.page, listed.bytes, listed.timeS};
    return textOf(json) + "\n";
}

void writeFrames(const fs::path& folder, const PreparedRun& run, Sha256& sum) {
    WholeFile file(folder / PreparedRun::framesName);
    std::string piece;
    const auto put = [&] {
        sum.add(std::as_bytes(std::span(piece)));
        file.add(piece);
        piece.clear();
    };
    for (std::size_t i = 0; i < run.session.series.frames.size(); ++i) {
        piece += lineOf(run.session.series.frames[i], run.identity.files[i], fs::absolute(folder));
        if (piece.size() >= pieceBytes) put();
    }
    put();
    file.finish();
}

PlannedFrames readFrames(const fs::path& file, const std::string& hash) {
    if (!fs::exists(file)) throw InputError("", displayName(file) + " is not there");
    PlannedFrames frames;
    Sha256 sum;
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const Json json = parsedJson(line);
        const JsonEntry entry(json);
        frames.sources.push_back(inputFrom(entry, fs::absolute(file).parent_path()));
        const std::vector<JsonEntry> listed = entry.at("listed").list(4);
        frames.listed.push_back({listed[0].text(), listed[1].whole<int>(), listed[2].text(), listed[3].text()});
        line += '\n';
        sum.add(std::as_bytes(std::span(line)));
    }
    if (sum.text() != hash) throw InputError("", displayName(file) + " is not as it was written");
    return frames;
}

PreparedRun runFrom(const JsonEntry& json, const fs::path& file) {
    PreparedRun run;
    PlannedFrames planned = readFrames(file.parent_path() / PreparedRun::framesName, json.at(hashKey).text());
    run.identity = identityFrom(json);
    run.identity.files = std::move(planned.listed);
    run.engine = json.at("engine_name").text();
    run.isExact = json.at("exact").truth();
    for (const JsonEntry& name : json.at("convolution_engines").list())
        run.convolutions.push_back(name.text());
    if (const auto usual = json.find("usual")) {
        run.usual = headerFrom(*usual);
        run.usual->planes = usual->at("planes").whole<int>();
    }
    run.surveyKey = json.at("survey").text();
    run.effects = json.at("effects").whole<int>();
    run.replaces = json.at("replaces").truth();
    for (const JsonEntry& frame : json.at("frames").list())
        run.frames.push_back(frame.whole<int>());
    const JsonEntry session = json.at("session");
    run.session = sessionWithFrames(session, file, std::move(planned.sources));
    run.session.file.clear();
    takeStatedFacts(run.session.series.first, session.at("series").at("first"));
    const auto frames = static_cast<int>(run.session.series.frames.size());
    if (std::ranges::any_of(run.frames, [&](int frame) { return frame < 0 || frame >= frames; }))
        json.at("frames").refuse("names a frame that the series does not have");
    return run;
}

}  // namespace

std::vector<int> PreparedRun::framesOf(const Part& part) const {
    const std::vector<int> all = sequence(*this);
    const auto limit = [&](int number) {
        return all.begin() +
               static_cast<std::ptrdiff_t>(all.size() * static_cast<std::size_t>(number) / static_cast<std::size_t>(part.of));
    };
    return {limit(part.number - 1), limit(part.number)};
}

std::optional<int> PreparedRun::before(int frame) const {
    const std::vector<int> all = sequence(*this);
    const auto place = std::ranges::find(all, frame);
    return place == all.begin() || place == all.end() ? std::nullopt : std::optional(*std::prev(place));
}

void writePlan(const fs::path& folder, const PreparedRun& run) {
    Sha256 sum;
    writeFrames(folder, run, sum);
    RunIdentity identity = run.identity;
    identity.files.clear();
    Json json{{"program", "Coarsen"}, {"kind", "plan"}};
    json.update(identityJson(identity));
    json[hashKey] = sum.text();
    json["engine_name"] = run.engine;
    json["exact"] = run.isExact;
    json["convolution_engines"] = run.convolutions;
    if (run.usual) json["usual"] = usualJson(*run.usual);
    json["survey"] = run.surveyKey;
    json["effects"] = run.effects;
    json["replaces"] = run.replaces;
    json["frames"] = run.frames;
    json["session"] = jsonWithoutFrames(run.session, fs::absolute(folder));
    writeWhole(folder / PreparedRun::fileName, textOf(json) + "\n");
}

PreparedRun readPlan(const fs::path& folder) {
    const fs::path file = folder / PreparedRun::fileName;
    if (!fs::exists(file))
        throw InputError(folder.string(), std::string("it holds no plan (") + PreparedRun::fileName + ")",
                         "make it with analyze INPUT -o " + folder.string() + " --prepare");
    const auto bytes = readWhole(file);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string again = "make it anew with --prepare --force";
    try {
        const Json json = parsedJson(text);
        const JsonEntry whole(json);
        if (!json.is_object() || whole.at("kind").text() != "plan") throw InputError("", "it is no plan of Coarsen");
        if (const std::string by = whole.at("version").text(); by != version)
            throw InputError(displayName(file), "it was made by version " + by + ", and this is " + version,
                             "measure with that version, or " + again);
        PreparedRun run = runFrom(whole, file);
        requireSameRules(displayName(file), "its parts are", run.identity.rules, rulesNumber);
        run.hash = sha256(text);
        return run;
    } catch (const InputError& error) {
        if (!error.subject().empty()) throw;
        throw InputError(displayName(file), "the plan is damaged: " + error.reason(), again);
    }
}

}  // namespace coarsen
