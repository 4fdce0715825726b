// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/prepared_run.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/base/version.hpp"
#include "core/series/frame_order.hpp"
#include "core/session/frames_json.hpp"
#include "core/session/run_identity_entry.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

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

PreparedRun runFrom(const JsonEntry& json, const fs::path& file) {
    PreparedRun run;
    run.identity = identityFrom(json);
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
    run.session = sessionFromJson(textOf(session.json()), file);
    run.session.file.clear();
    takeStatedFacts(run.session.series.first, session.at("series").at("first"));
    const auto frames = static_cast<int>(run.session.series.frames.size());
    if (std::ssize(run.identity.files) != frames) json.at("files").refuse("does not name " + std::to_string(frames) + " images");
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
    Json json{{"program", "Coarsen"}, {"kind", "plan"}};
    json.update(identityJson(run.identity));
    json["engine_name"] = run.engine;
    json["exact"] = run.isExact;
    json["convolution_engines"] = run.convolutions;
    if (run.usual) json["usual"] = usualJson(*run.usual);
    json["survey"] = run.surveyKey;
    json["effects"] = run.effects;
    json["replaces"] = run.replaces;
    json["frames"] = run.frames;
    json["session"] = parsedJson(sessionJson(run.session, fs::absolute(folder)));
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
