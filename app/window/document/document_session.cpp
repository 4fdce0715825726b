// SPDX-License-Identifier: GPL-3.0-or-later
// What the document opens, saves and keeps for the next start.
#include "app/window/document/document.hpp"
#include "app/window/document/settings_store.hpp"

#include <algorithm>

namespace coarsen::window {

void Document::open(const std::vector<std::filesystem::path>& inputs, const TimeChoice& times,
                    const std::optional<Recipe>& recipe, const std::optional<Calibration>& calibration) {
    opening_ = true;
    const quint64 ticket = ++openTicket_;
    background_.run(
        [=, this]() -> Background::Result {
            Session session;
            session.series = openSeries(inputs);
            assignTimes(session.series, times);
            session.times = times;
            session.calibration = calibration.value_or(session.series.calibration);
            session.recipe = recipe.value_or(defaultRecipe());
            session.files = fileHashes(session.recipe);
            return [this, ticket, session = std::move(session)]() mutable {
                if (ticket == openTicket_) adopt(std::move(session), {});
            };
        },
        [this, ticket](const QString& problem) {
            if (ticket != openTicket_) return;
            opening_ = false;
            if (watch_.isAwaitingFirst) endWatch();
            emit openFailed(problem);
            raise({Notice::Kind::failure, tr("Nothing was opened"), problem, -1});
        });
}

void Document::openSession(const std::filesystem::path& file) {
    opening_ = true;
    const quint64 ticket = ++openTicket_;
    background_.run(
        [=, this]() -> Background::Result {
            Session session = readSession(file);
            session.files = fileHashes(session.recipe);  // other contents than at the time: the results are out of date
            int missing = 0;
            for (const FrameSource& source : session.series.frames)
                missing += !std::filesystem::exists(source.file);
            return [=, this, session = std::move(session)]() mutable {
                if (ticket != openTicket_) return;
                const QString folder = QString::fromStdString(session.series.folder.string());
                adopt(std::move(session), file == recoveryFile() ? std::filesystem::path{} : file);
                if (missing > 0)
                    raise(
                        {Notice::Kind::warning,
                         tr("%1 of this session not where expected").arg(counted(missing, tr("image"), tr("images"))),
                         tr("They are not in %1. Results are shown as saved. Open the folder again to measure them.").arg(folder),
                         -1});
            };
        },
        [this, ticket](const QString& problem) {
            if (ticket != openTicket_) return;
            opening_ = false;
            emit openFailed(problem);
            raise({Notice::Kind::failure, tr("The session was not opened"), problem, -1});
        });
}

void Document::adopt(Session session, std::filesystem::path file) {
    series_.cancel();
    endWatch();
    ++revision_;
    opening_ = false;
    undo_.clear();
    notices_.clear();
    session_ = std::move(session);
    sessionFile_ = std::move(file);
    hash_ = measurementHash(session_.recipe, session_.files);
    upToDate_ = session_.framesUpToDate();
    earlierFits_.clear();
    wantedAgain_.clear();
    preview_.reset();
    current_ = -1;
    progress_ = {};
    rebuildGrowth();
    emit opened();
    for (const std::string& note : session_.series.notes)
        raise({Notice::Kind::information, tr("About these files"), QString::fromStdString(note), -1});

    std::vector<int> order;  // first the ends, then every frame
    for (int frame = 0; frame < frameCount(); ++frame)
        order.push_back(frame);
    const int step = std::max(1, frameCount() / 24);
    std::stable_partition(order.begin(), order.end(), [step](int frame) { return frame % step == 0; });
    thumbnails_.start(session_.series, order);
    ++surveySeries_;
    showFrame(0);
    if (session_.fits.empty() && !session_.results.empty()) refit();
    emit choicesChanged();
    emit resultsChanged();
    emit runChanged();
    if (watchTicket_ == openTicket_) setWatching(true);
}

void Document::saveSession(const std::filesystem::path& file) {
    sessionFile_ = file;
    background_.run(
        [=, this, session = session_]() -> Background::Result {
            writeSession(file, session);
            return [=, this] {
                recovery_.stop();
                emit sessionSaved(QString::fromStdString(file.string()));
            };
        },
        [this](const QString& problem) {
            raise({Notice::Kind::failure, tr("The session was not saved"), problem, -1});
        });
}

void Document::writeRecovery() {
    if (!isOpen()) return;
    background_.run(
        [session = session_, file = recoveryFile()]() -> Background::Result {
            writeSession(file, session);
            return {};
        },
        [this](const QString& problem) {
            raise({Notice::Kind::warning, tr("The recovery file could not be written"), problem, -1});
        });
}

}  // namespace coarsen::window
