// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.hpp"
#include "core/session/session.hpp"

#include <QDateTime>
#include <QList>
#include <QString>

#include <filesystem>

namespace coarsen::window {

/// After a change the session is kept within so many milliseconds.
inline constexpr int recoverySoonMs = 4000;

/// Where one window keeps a session while it is not saved, or the project of several: `recovery-N.coarsen` in the state folder,
/// `recovery-N.coarsen-project`; N is held by a lock on the file beside it, which the system lifts when the program ends, however
/// it ends. So no window takes another's file. One thread.
class RecoveryFile {
public:
    RecoveryFile() = default;  ///< nothing is held before the first write

    /// Goes on with what was left there. Throws InputError when a running Coarsen holds it.
    explicit RecoveryFile(const std::filesystem::path& left);

    /// Lets it go. What is kept in it is offered at the next start: as a session that was closed, not as one of a crash.
    ~RecoveryFile();
    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;

    const std::filesystem::path& file() const { return file_; }  ///< empty before the first write
    bool isHolding() const;                                      ///< true where something not saved is kept there
    void write(const Session& session);                          ///< throws StorageError
    void write(const Project& project);                          ///< likewise; a file holds one or the other
    void discard() const;                                        ///< the session was saved, or is not wanted

private:
    void claim(const char* extension);

    std::filesystem::path file_;
    int lock_ = -1;
};

/// True where the file is a recovery file.
bool isRecoveryFile(const std::filesystem::path& file);

/// A session, or several as a project, that a Coarsen left without saving.
struct LeftSession {
    std::filesystem::path file;
    QString name;  ///< of the series; of the file when it cannot be read
    int frames = 0, measured = 0;
    int series = 0;  ///< of a project
    QDateTime written;
    bool isOfCrash = false;  ///< that Coarsen did not come to its end
    bool isReadable = true;  ///< by this version; else opening it says what is wrong
    QString images = {};     ///< their path as RecentSeries has it; empty of a project, and where it cannot be read

    bool operator==(const LeftSession&) const = default;
};

/// Recovery files that no running Coarsen holds, crashes first, then the newest; sessions that a project among them holds
/// together are not named themselves. Reads them: for workers.
QList<LeftSession> leftSessions();

/// Discards a recovery file; of a project its sessions, too. Throws InputError when a running Coarsen holds it.
void discardLeft(const std::filesystem::path& file);

/// Number of sessions closed without saving that are kept, the newest; of crashes all are, and all that this version cannot read:
/// another may.
inline constexpr int closedSessionsKept = 8;
void discardOldest(QList<LeftSession>& left);

}  // namespace coarsen::window
