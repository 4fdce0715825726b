// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/utf8.hpp"
#include "core/base/version.hpp"
#include "core/project/project.hpp"
#include "core/session/json_entry.hpp"
#include "core/session/path_text.hpp"

#include <algorithm>
#include <cstdint>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr int projectSchema = 1;

Project projectFrom(const JsonEntry& json, const fs::path& folder) {
    Project project;
    project.xLabel = printable(json.at("x_label").text());
    for (const JsonEntry& entry : json.at("series").list()) {
        ProjectSeries series;
        series.path = restoredPath(entry.at("path").text(), folder);
        if (series.path.empty()) entry.at("path").refuse("is empty");
        series.name = printable(entry.at("name").text());
        series.group = printable(entry.at("group").text());
        series.x = entry.at("x").number();
        series.note = printable(entry.at("note").text());
        series.isShown = entry.at("shown").truth();
        project.series.push_back(std::move(series));
    }
    const JsonEntry lookedAt = json.at("looked_at");
    project.lookedAt = lookedAt.whole<int>();
    const auto count = static_cast<int>(project.series.size());
    if (project.lookedAt < 0 || project.lookedAt >= std::max(count, 1))
        lookedAt.refuse("is " + std::to_string(project.lookedAt) + ", but there are " + std::to_string(count) + " series");
    if (const JsonEntry view = json.at("view"); !view.json().is_null()) project.viewJson = textOf(view.json());
    return project;
}

}  // namespace

std::string projectJson(const Project& project, const fs::path& relativeTo) {
    Json json{{"schema", projectSchema}, {"program", "Coarsen"}, {"kind", "project"}, {"version", version}};
    json["x_label"] = project.xLabel;
    json["series"] = Json::array();
    for (const ProjectSeries& series : project.series)
        json["series"].push_back({{"path", storedPath(series.path, relativeTo)},
                                  {"name", series.name},
                                  {"group", series.group},
                                  {"x", series.x},
                                  {"note", series.note},
                                  {"shown", series.isShown}});
    json["looked_at"] = project.lookedAt;
    json["view"] = project.viewJson.empty() ? Json(nullptr) : Json::parse(project.viewJson);
    return textOf(json, 1) + "\n";
}

Project projectFromJson(std::string_view text, const fs::path& file) {
    const std::string name = displayName(file);
    const auto refuseAsNone = [&] {
        throw InputError(name, "it is not a project of Coarsen", "choose a file that ends in .coarsen-project");
    };
    if (text.empty()) throw InputError(name, "the file is empty", "use an earlier copy of it");
    try {
        const Json json = parsedJson(text);
        if (!json.is_object() || !json.contains("schema") || !json.contains("kind") ||
            (json["kind"] != "project" && json["kind"] != "batch"))
            refuseAsNone();
        const JsonEntry whole(json);
        const auto found = whole.at("schema").whole<std::int64_t>();
        if (found > projectSchema)
            throw InputError(name,
                             "it was written by a newer version (schema " + std::to_string(found) + ", this program knows " +
                                 std::to_string(projectSchema) + ")",
                             "open it with that version");
        if (found < 1) whole.at("schema").refuse("is " + std::to_string(found) + ", but schemas count from 1");
        return projectFrom(whole, fs::absolute(file).parent_path());
    } catch (const InputError& error) {
        if (!error.subject().empty()) throw;
        if (text.find("\"project\"") == std::string_view::npos) refuseAsNone();
        throw InputError(name, "the project is damaged: " + error.reason(), "use an earlier copy of it");
    }
}

Project readProject(const fs::path& file) {
    const auto bytes = readWhole(file, std::size_t{64} << 20);
    return projectFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);
}

void writeProject(const fs::path& file, const Project& project) {
    writeWhole(file, projectJson(project, fs::absolute(file).parent_path()));
}

}  // namespace coarsen
