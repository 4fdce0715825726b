// SPDX-License-Identifier: GPL-3.0-or-later
// The samples as a project: opened, saved, and kept for the next start.
#include "app/window/document/samples.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/sample_groups.hpp"
#include "core/base/claimed_folder.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/export/ensemble_tables.hpp"
#include "core/export/targets.hpp"

#include <algorithm>
#include <system_error>

namespace coarsen::window {

namespace fs = std::filesystem;

namespace {

/// A file of that name which is not there yet.
fs::path freeName(const fs::path& folder, const std::string& name) {
    std::error_code unreadable;
    for (int copy = 1;; ++copy) {
        const fs::path file = folder / (name + (copy == 1 ? "" : "-" + std::to_string(copy)) + sessionEnding);
        if (!fs::exists(file, unreadable)) return file;
    }
}

bool isKept(const HeldSeries& held) {
    return held.kept && held.kept->isHolding();
}

/// The folder beside the project for sessions that have no file.
fs::path sessionsFolder(const fs::path& project) {
    fs::path folder = project;
    folder.replace_extension();
    folder += "-sessions";
    return folder;
}

}  // namespace

// ---- opening

void Samples::openProject(const fs::path& file) {
    reader_.run(
        [this, file, asked = workspace_.now()]() -> Background::Result {
            const auto kept = isRecoveryFile(file) ? std::make_shared<RecoveryFile>(file) : std::make_shared<RecoveryFile>();
            const auto bytes = readWhole(file);
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            const Project project = projectFromJson(text, file);
            if (project.series.empty())
                throw InputError(displayName(file), "it has no series", "add series to what is open, and save that as a project");
            return [this, file, project, sha256 = sha256(text), kept, asked] {
                if (!workspace_.isOver(asked)) adoptProject(file, project, sha256, kept);
            };
        },
        [this, asked = workspace_.now()](const QString& problem) {
            if (!workspace_.isOver(asked)) emit openFailed(problem);
        });
}

void Samples::open(const std::vector<fs::path>& paths, const fs::path& within) {
    reader_.run(
        [this, paths, within, asked = workspace_.now()]() -> Background::Result {
            Project project = seriesIn(paths, within);
            NamedGroups named = groupsFromNames(std::move(project.series), true);
            project.series = std::move(named.series);
            if (project.xLabel.empty()) project.xLabel = named.xLabel;
            return [this, project, asked] {
                if (workspace_.isOver(asked)) return;
                adoptProject({}, project, {}, std::make_shared<RecoveryFile>());
                if (series_.size() > 1) keepSoon();
            };
        },
        [this, asked = workspace_.now()](const QString& problem) {
            if (!workspace_.isOver(asked)) emit openFailed(problem);
        });
}

void Samples::adoptProject(const fs::path& file, const Project& project, const std::string& sha256,
                           const std::shared_ptr<RecoveryFile>& kept) {
    leave();
    if (!file.empty() && isRecoveryFile(file)) {
        projectKept_ = kept;
        isChanged_ = true;
    } else {
        projectFile_ = file;
        projectSha256_ = sha256;
    }
    xLabel_ = project.xLabel;
    emit viewOpened(project.viewJson);
    for (const ProjectSeries& entry : project.series)
        series_.push_back({entry, std::make_shared<Known>()});
    const auto last = static_cast<int>(series_.size()) - 1;
    wanted_ = series_[static_cast<std::size_t>(std::clamp(project.lookedAt, 0, last))].known;
    startReading();
    if (!projectFile_.empty()) emit projectSaved(QString::fromStdString(file.string()));
}

// ---- what is written down

std::vector<Samples::Place> Samples::places() const {
    std::vector<Place> places;
    for (const OneSeries& one : series_) {
        Place place{entryOf(one), {}, one.known};
        if (one.known == open_)
            place.held = held_();
        else if (one.known->held)
            place.held = *one.known->held;
        places.push_back(std::move(place));
    }
    return places;
}

Project Samples::project(const std::vector<Place>& places) const {
    Project project;
    project.xLabel = xLabel_;
    if (view_) project.viewJson = view_();
    project.lookedAt = std::max(0, place(open_.get()));
    for (const Place& place : places)
        project.series.push_back(place.entry);
    return project;
}

void Samples::saveProject(const fs::path& file, bool replaces) {
    if (!open_) beginWithOpen();
    if (!open_) return;
    keepSoon_.stop();
    emit saving();
    const std::vector<Place> all = places();
    background_.run(
        [this, file, replaces, all, project = project(all), kept = projectKept_, isRecovering = isRecovering_,
         known = file == projectFile_ ? projectSha256_ : std::string(),
         asked = workspace_.now()]() mutable -> Background::Result {
            std::vector<std::pair<KnownPointer, fs::path>> written;
            bool isFolderUsed = false;
            try {
                std::error_code unreadable;
                if (!replaces && fs::exists(file, unreadable) && (known.empty() || sha256OfFile(file) != known))
                    throw StorageError(displayName(file), "another window or program has written it",
                                       "save the project under another name");
                std::vector<std::string> names;
                for (const Place& place : all)
                    names.push_back(place.entry.shownName());
                names = groupFileNames(names);
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const HeldSeries& held = all[i].held;
                    if (!held.session) continue;
                    const bool isSaved = !held.file.empty();
                    if (isSaved ? !isKept(held) : held.session->results.empty() && !isKept(held)) continue;
                    fs::path target = held.file;
                    if (!isSaved || held.saved->isAnothers(target)) {  // what another has written there stays
                        makeFolder(sessionsFolder(file));
                        target = freeName(sessionsFolder(file), names[i]);
                        isFolderUsed = true;
                    }
                    requireFree({target}, usersFiles(*held.session), Existing::replaced);
                    held.saved->write(target, *held.session);
                    held.kept->discard();
                    project.series[i].path = target;
                    written.emplace_back(all[i].known, target);
                }
                writeProject(file, project);
                kept->discard();
            } catch (const std::exception&) {
                if (isRecovering)  // the window may be closed before it knows
                    for (const Place& place : all)
                        if (place.held.session && place.known == open_) place.held.kept->write(*place.held.session);
                throw;
            }
            return [=, this, sha256 = sha256OfFile(file)] {
                if (workspace_.isOver(asked)) return;
                projectFile_ = file;
                projectSha256_ = sha256;
                isChanged_ = keepSoon_.isActive();
                for (const auto& [saved, path] : written) {
                    if (saved == open_) {
                        emit sessionSaved(path);
                    } else if (saved->held) {
                        HeldSeries held = *saved->held;
                        held.file = path;
                        saved->held = std::make_shared<const HeldSeries>(std::move(held));
                    }
                }
                notices_.retract(tr("The project was not saved"));
                notices_.say(isFolderUsed ? tr("The project is saved, with new sessions in %1")
                                                .arg(QString::fromStdString(displayName(sessionsFolder(file))))
                                          : tr("The project is saved"));
                emit projectSaved(QString::fromStdString(file.string()));
                refresh();
            };
        },
        [this](const QString& problem) {
            keepSoon();
            emit notSaved();
            notices_.raise({Notice::Kind::failure, tr("The project was not saved"), problem, -1});
        });
}

// ---- for the next start

/// Not put off by further changes: each is kept within seconds.
void Samples::keepSoon() {
    isChanged_ = true;
    if (isRecovering_ && !keepSoon_.isActive()) keepSoon_.start();
}

/// In the document's background, behind what is written of its session.
void Samples::keep() {
    keepSoon_.stop();
    if (!isSeveral() || !isChanged_ || !isRecovering_) return;
    const std::vector<Place> all = places();
    background_.run(
        [all, project = project(all), kept = projectKept_]() mutable -> Background::Result {
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (!isKept(all[i].held)) continue;
                project.series[i].name = all[i].entry.shownName();  // its place says nothing any more
                project.series[i].path = all[i].held.kept->file();
            }
            kept->write(project);
            return {};
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::warning, tr("The recovery file could not be written"), problem, -1});
        });
}

void Samples::leave() {
    keepMeasured();
    keep();
    workspace_.begin();
    series_.clear();
    open_.reset();
    reading_.reset();
    wanted_.reset();
    xLabel_.clear();
    leaving_.clear();
    projectFile_.clear();
    projectSha256_.clear();
    projectKept_ = std::make_shared<RecoveryFile>();
    isChanged_ = false;
    framesDone_ = framesBefore_ = framesAsked_ = 0;
    if (std::exchange(data_, {})) emit changed();
}

}  // namespace coarsen::window
