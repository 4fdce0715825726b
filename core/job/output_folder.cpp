// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/output_folder.hpp"

#include "core/analysis/deformation.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/base/sha256_sum.hpp"
#include "core/base/whole_file.hpp"
#include "core/export/image_files.hpp"
#include "core/export/image_names.hpp"
#include "core/export/run_tables.hpp"
#include "core/export/surface_files.hpp"
#include "core/export/volume_files.hpp"
#include "core/export/vtk_files.hpp"
#include "core/session/part_file.hpp"
#include "core/session/survey_file.hpp"
#include "core/volume/write_nifti.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <span>
#include <string_view>
#include <system_error>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr const char* sessionName = "session.coarsen";
constexpr const char* effectsName = "effects.csv";
constexpr const char* flowKind = "u";
constexpr std::array everyKind{"c2d", "final", "mask", "c3d", flowKind, "phi", "surface", "vtp"};
constexpr std::array kindsOfVolumes{"c3d", "phi", "surface", "vtp"};
constexpr std::array kindsOfSurfaces{"phi", "surface", "vtp"};
constexpr std::array kindsWithMasks{"final", "phi"};  // of volumes

bool isOneOf(const auto& kinds, const std::string& kind) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

constexpr std::array earliestTables{"results.csv", "c1d.csv", "fit.json", sessionName};  // of sessions that list none

bool isThere(const fs::path& file) {
    std::error_code unknown;
    return fs::exists(fs::symlink_status(file, unknown));
}

std::vector<std::string> everyRunsTables() {
    std::vector<std::string> names;
    for (const RunTable& table : runTables())
        if (!table.isMade) names.push_back(table.file);
    names.emplace_back(sessionName);
    return names;
}

std::string hashOf(const fs::path& file) {
    try {
        return sha256OfFile(file);
    } catch (const InputError&) {
        return {};
    }
}

}  // namespace

void requireKinds(const std::vector<std::string>& save, const ImageSeries& series, const Recipe& recipe) {
    for (const std::string& kind : save) {
        if (!isOneOf(everyKind, kind))
            throw SettingError("--save", "'" + kind + "' is unknown",
                               "choose among c2d, final, mask and u; of volumes c3d, final, u, phi, surface and vtp");
        if (kind == flowKind && !deformingAlign(recipe))
            throw SettingError("--save", "u is the deformation, which the recipe does not look for",
                               "write --set align.on=true --set align.mode=deform");
        if (kind == flowKind) continue;
        if (kind != "final" && series.volumes.has_value() != isOneOf(kindsOfVolumes, kind))
            throw SettingError(
                "--save",
                kind + (series.volumes ? " is of pictures, and the frames are volumes"
                                       : " is of volumes, and the frames are pictures"),
                series.volumes ? "choose among c3d, final, u, phi, surface and vtp" : "choose among c2d, final, mask and u");
        if (isOneOf(kindsOfSurfaces, kind) && !recipe.surface.isOn)
            throw SettingError("--save", kind + " is of surfaces, and none is measured", "add --set surface.on=true");
    }
}

OutputFolder::OutputFolder(const RunChoices& choices, const Session& session, const std::vector<int>& frames)
    : folder_(choices.output),
      resumes_(choices.resumes),
      forces_(choices.replaces),
      merges_(choices.merges),
      hasSurvey_(needsSurvey(session.recipe)),
      hasTerms_(session.recipe.measure.terms != Terms::sum && choices.saves("c2d")),
      areVolumes_(session.series.volumes.has_value()),
      names_(imageNames(session.series)),
      frames_(frames),
      readFiles_(choices.readFiles),
      users_(usersFiles(session)) {
    for (const RunTable& table : runTables())
        if (table.isMadeFor(session.recipe)) tables_.push_back(table.file);
    tables_.emplace_back(sessionName);
    if (hasSurvey_) tables_.emplace_back(surveyFileName);
    if (choices.effects > 0) tables_.emplace_back(effectsName);
    for (const char* kind : everyKind)
        if (choices.saves(kind)) kinds_.emplace_back(kind);
    users_.others.insert(users_.others.end(), readFiles_.begin(), readFiles_.end());
}

std::string OutputFolder::resultsIn(const fs::path& folder) {
    if (isThere(folder / RunJournal::fileName)) return RunJournal::fileName;
    for (std::string& name : everyRunsTables())
        if (isThere(folder / name)) return std::move(name);
    return isThere(folder / PreparedRun::fileName) ? PreparedRun::fileName : "";
}

OutputFolder::Earlier OutputFolder::earlierRun() const {
    Earlier earlier;
    earlier.outputs = outputsOfJournal(folder_);
    if (merges_ && hasSurvey_) earlier.outputs.insert(surveyFileName);  // with which it was prepared
    earlier.unchanged = earlier.outputs;                                // it was interrupted: what lies there, it has written
    const fs::path file = folder_ / sessionName;
    if (!isThere(file)) return earlier;
    try {
        const Session session = readSession(file);
        earlier.unchanged.insert(sessionName);
        earlier.recorded = session.outputs;
        if (earlier.recorded.empty())  // a session of an earlier version lists none; these every run wrote
            for (const char* name : earliestTables)
                earlier.unchanged.insert(name);
        for (const auto& [name, hash] : earlier.recorded) {
            earlier.outputs.insert(name);
            if (name.ends_with('/') || hashOf(folder_ / name) == hash) earlier.unchanged.insert(name);
        }
    } catch (const InputError&) {
        return earlier;  // not a session of ours, or a damaged one: nothing is known of what lies beside it
    }
    return earlier;
}

void OutputFolder::claim() {
    held_.emplace(folder_);
    if (const std::string there = resumes_ || forces_ ? "" : resultsIn(folder_); there == RunJournal::fileName)
        throw StorageError(folder_.string(), "it holds an interrupted run",
                           "continue it with --resume, or measure everything again with --force");
    else if (there == PreparedRun::fileName && !merges_)
        throw StorageError(folder_.string(), "it holds a run that is prepared to be measured in parts",
                           "measure them with --part and join them with --merge, or begin anew with --force");
    else if (!there.empty() && there != PreparedRun::fileName)
        throw StorageError(folder_.string(), "it already holds results (" + there + ")",
                           "choose another folder, or replace them with --force");
    earlier_ = earlierRun();
    Paths all, foreign;
    const auto add = [&](const std::string& output, const fs::path& file) {
        all.push_back(file);
        if (!earlier_.unchanged.contains(output)) foreign.push_back(file);
    };
    for (const std::string& name : tables_)
        add(name, folder_ / name);
    for (const std::string& kind : kinds_)
        for (const int frame : frames_) {
            add(kind + "/", imageFile(kind, frame));
            if (const auto mask = maskFile(kind, frame); mask && isThere(*mask)) add(kind + "/", *mask);
        }
    for (const fs::path& file : termFilesThere())
        add("c2d/", file);
    requireFree(all, users_, Existing::replaced);
    for (const std::string& name : tables_)
        if (resumes_ && earlier_.outputs.contains(name) && !earlier_.unchanged.contains(name) && isThere(folder_ / name))
            throw StorageError(name, "it was changed since the run wrote it, and would be replaced",
                               "move it elsewhere, then try again");
    if (!forces_) requireFree(foreign, users_, Existing::refused);

    for (const std::string& kind : kinds_) {
        makeFolder(folder_ / kind);
        clearUnfinished(folder_ / kind);
    }
}

void OutputFolder::grow(const Session& session) {
    const auto before = names_.size();
    names_ = imageNames(session.series);
    users_ = usersFiles(session);
    users_.others.insert(users_.others.end(), readFiles_.begin(), readFiles_.end());
    Paths fresh;
    for (std::size_t i = before; i < names_.size(); ++i) {
        frames_.push_back(static_cast<int>(i));
        for (const std::string& kind : kinds_) {
            fresh.push_back(imageFile(kind, frames_.back()));
            if (const auto mask = maskFile(kind, frames_.back()); mask && isThere(*mask)) fresh.push_back(*mask);
        }
    }
    requireFree(fresh, users_, forces_ ? Existing::replaced : Existing::refused);
}

bool OutputFolder::renew() {
    return held_->renew();
}

std::vector<std::string> OutputFolder::outputs() const {
    std::vector<std::string> all = tables_;
    for (const std::string& kind : kinds_)
        all.push_back(kind + "/");
    if (resumes_)
        for (const std::string& output : earlier_.outputs)
            if (std::ranges::find(all, output) == all.end()) all.push_back(output);
    return all;
}

fs::path OutputFolder::imageFile(const std::string& kind, int frame) const {
    if (kind == flowKind) {
        const std::string number = std::to_string(frame);
        return folder_ / kind / ("u_" + std::string(number.size() < 4 ? 4 - number.size() : 0, '0') + number + ".nii");
    }
    return folder_ / kind /
           (names_.at(static_cast<std::size_t>(frame)) + (kind == "surface" ? ".ply"
                                                          : kind == "vtp"   ? ".vtp"
                                                          : areVolumes_     ? ".nii.gz"
                                                          : kind == "mask"  ? ".png"
                                                                            : ".tif"));
}

std::optional<fs::path> OutputFolder::maskFile(const std::string& kind, int frame) const {
    if (!areVolumes_ || !isOneOf(kindsWithMasks, kind)) return std::nullopt;
    std::string name = names_.at(static_cast<std::size_t>(frame)) + "_mask";
    while (std::ranges::find(names_, name) != names_.end())  // a frame's own
        name += "_";
    return folder_ / kind / (name + ".nii.gz");
}

fs::path OutputFolder::termFile(const std::string& term, int frame) const {
    return folder_ / "c2d" / (names_.at(static_cast<std::size_t>(frame)) + "_" + term + ".tif");
}

/// How many channels an image has is not known before it is read: every name that a term of these frames can have.
std::vector<fs::path> OutputFolder::termFilesThere() const {
    std::vector<fs::path> found;
    std::error_code unknown;
    if (!hasTerms_ || !fs::is_directory(folder_ / "c2d", unknown)) return found;
    std::set<std::string> names;
    for (const int frame : frames_)
        names.insert(names_.at(static_cast<std::size_t>(frame)));
    const std::regex pattern("(.*)_[0-9]+x[0-9]+\\.tif");
    for (const auto& entry : fs::directory_iterator(folder_ / "c2d")) {
        const std::string name = entry.path().filename().string();
        if (std::smatch parts; std::regex_match(name, parts, pattern) && names.contains(parts[1])) found.push_back(entry.path());
    }
    return found;
}

bool OutputFolder::holdsImagesOf(const FrameResult& row) const {
    if (hasTerms_ && !isThere(termFile(ChannelPair{}.name(), row.frame))) return false;
    return std::ranges::all_of(kinds_, [&](const std::string& kind) {
        return isThere(imageFile(kind, row.frame)) || (kind == flowKind && !row.deformation);
    });
}

void OutputFolder::saveImages(int index, const Frame& frame, const Measurer::Answer& measured) const {
    for (const std::string& kind : kinds_) {
        const fs::path file = imageFile(kind, index);
        makeFolder(file.parent_path());  // somebody may have removed it since
        if (kind == "c2d") {
            writeMapTiff(file, measured.map);
            for (const Term& term : measured.terms)
                writeMapTiff(termFile(term.channels.name(), index), term.map);
        }
        if (kind == "final") writeFloatTiff(file, frame.image, frame.greyUnit);
        if (kind == "mask") writeMaskPng(file, frame.mask, frame.image.width(), frame.image.height());
    }
}

void OutputFolder::saveVolumes(int index, const VolumeFrameMeasurer::Answer& answer, const std::optional<Placement>& placement,
                               const std::stop_token& stop) const {
    for (const std::string& kind : kinds_) {
        if (stop.stop_requested()) return;
        const fs::path file = imageFile(kind, index);
        makeFolder(file.parent_path());  // somebody may have removed it since
        if (kind == "c3d") writeMapNifti(file, answer.map, stop);
        if (kind == "final") writeNifti(file, answer.volume, "after all steps", stop, placement);
        if (kind == "phi" && answer.surface) writeDistanceNifti(file, answer.surface->distance, stop, placement);
        if (const auto mask = maskFile(kind, index); mask && (kind == "final" || answer.surface))
            writeNiftiMask(*mask, answer.volume, placement);
        if (kind == "surface" && answer.surface) writeSurfacePly(file, *answer.surface);
        if (kind == "vtp" && answer.surface) writeSurfaceVtp(file, *answer.surface, nullptr, {});
    }
}

void OutputFolder::saveDeformation(int index, const Registration& found, const Spacing& spacing,
                                   const std::optional<Placement>& placement) const {
    if (std::ranges::find(kinds_, flowKind) == kinds_.end()) return;
    const fs::path file = imageFile(flowKind, index);
    makeFolder(file.parent_path());  // somebody may have removed it since
    writeNiftiVectors(file, found.u.size, spacing, {found.u.along[0], found.u.along[1], found.u.along[2]},
                      std::string(flowConvention) + "; of aligned frames", {}, placement);
}

void OutputFolder::saveSurvey(const Survey& survey, const Session& session) const {
    if (hasSurvey_)
        writeWhole(folder_ / surveyFileName, surveyJson(survey, surveyKey(session.series, session.recipe, session.files)));
}

std::shared_ptr<const Survey> OutputFolder::savedSurvey(const Session& session) const {
    if (!hasSurvey_ || !resumes_) return nullptr;
    return readSurvey(folder_ / surveyFileName, surveyKey(session.series, session.recipe, session.files));
}

void OutputFolder::savePlan(const PreparedRun& run) const {
    removeParts(folder_);
    writePlan(folder_, run);
}

void OutputFolder::writeTables(Session& session, const Drift* drift, const std::string& effects) {
    std::map<std::string, std::string> hashes;
    const auto write = [&](const std::string& name, const std::string& text) {
        if (text.empty()) return;
        writeWhole(folder_ / name, text);
        hashes[name] = sha256(text);
    };
    for (const RunTable& table : runTables()) {
        if (!table.isMadeFor(session.recipe)) continue;
        if (!table.pieces) {
            write(table.file, table.text({session, drift}));
            continue;
        }
        WholeFile whole(folder_ / table.file);
        Sha256 sum;
        table.pieces({session, drift}, [&](std::string_view piece) {
            sum.add(std::as_bytes(std::span(piece)));
            whole.add(piece);
        });
        whole.finish();
        hashes[table.file] = sum.text();
    }
    write(effectsName, effects);
    session.outputs = std::move(hashes);
    if (hasSurvey_ && isThere(folder_ / surveyFileName)) session.outputs[surveyFileName] = hashOf(folder_ / surveyFileName);
    for (const std::string& kind : kinds_)
        session.outputs[kind + "/"] = "";
    for (const std::string& name : earlier_.outputs) {
        if (session.outputs.contains(name) || name == sessionName) continue;
        if (resumes_ && isThere(folder_ / name)) {  // of this run: as it was written, not as somebody may have changed it
            const auto known = earlier_.recorded.find(name);
            session.outputs[name] = known != earlier_.recorded.end() ? known->second : hashOf(folder_ / name);
        }
        if (!resumes_ && !name.ends_with('/') && earlier_.unchanged.contains(name) && fs::path(name).filename() == name)
            fs::remove(folder_ / name);
    }
    writeSession(folder_ / sessionName, session);
}

std::vector<std::string> OutputFolder::notes() const {
    std::vector<std::string> notes;
    if (resumes_) return notes;
    std::vector<std::string> known{effectsName, surveyFileName};
    for (const RunTable& table : runTables())
        known.push_back(table.file);
    for (const std::string& name : known)
        if (std::ranges::find(tables_, name) == tables_.end() && isThere(folder_ / name))
            notes.push_back(name + " in " + displayName(folder_) + " is not of this run");
    for (const std::string& output : earlier_.outputs)
        if (output.ends_with('/') && std::ranges::find(kinds_, output.substr(0, output.size() - 1)) == kinds_.end())
            notes.push_back(output + " in " + displayName(folder_) + " holds images of an earlier run");
    return notes;
}

}  // namespace coarsen
