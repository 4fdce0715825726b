// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/recovery.hpp"

#include "app/window/document/recent_series.hpp"
#include "app/window/document/settings_store.hpp"
#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/session/series_name.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace coarsen::window {

namespace fs = std::filesystem;

namespace {

constexpr const char* stem = "recovery";
constexpr int triesToLock = 3;
constexpr std::chrono::milliseconds betweenTries{15};

fs::path lockOf(const fs::path& file) {
    fs::path lock = file;
    lock += ".lock";
    return lock;
}

QDateTime writtenAt(const fs::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? QDateTime::fromSecsSinceEpoch(status.st_mtime) : QDateTime();
}

LeftSession described(const fs::path& file, bool isOfCrash) {
    LeftSession left;
    left.file = file;
    left.written = writtenAt(file);
    left.isOfCrash = isOfCrash;
    try {
        if (file.extension() == projectEnding) {
            QStringList names;
            for (const ProjectSeries& series : readProject(file).series)
                names << QString::fromStdString(series.shownName());
            left.series = static_cast<int>(names.size());
            left.name = names.join(", ");
            return left;
        }
        Session session = readSession(file);
        session.file.clear();  // its own name says nothing
        left.name = QString::fromStdString(seriesName(session));
        left.images = recentOf(session).path;
        left.frames = static_cast<int>(session.series.frames.size());
        left.measured = static_cast<int>(session.results.size());
    } catch (const InputError&) {  // opening it will say what is wrong with it
        left.name = QString::fromStdString(displayName(file));
        left.isReadable = false;
    }
    return left;
}

/// The lock's descriptor, or -1 when another holds it.
int locked(const fs::path& file) {
    const fs::path lock = lockOf(file);
    for (int tries = 0; tries < triesToLock;) {
        const int descriptor = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (descriptor < 0)
            throw StorageError(displayName(lock), "it cannot be written (" + std::generic_category().message(errno) + ")",
                               "free some space, or check that you may write there");
        if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            ::close(descriptor);
            if (++tries < triesToLock) std::this_thread::sleep_for(betweenTries);  // a window that lists holds it for a moment
            continue;
        }
        if (isStillAt(lock, descriptor)) return descriptor;
        ::close(descriptor);  // its holder took it away between our opening and locking it
    }
    return -1;
}

bool isHeld(const fs::path& file) {
    const int lock = ::open(lockOf(file).c_str(), O_RDWR | O_CLOEXEC);
    if (lock < 0) return false;
    const bool isHeld = ::flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(lock);
    return isHeld;
}

/// The recovery files that a project there holds together.
std::set<fs::path> sessionsOf(const fs::path& project) {
    std::set<fs::path> files;
    try {
        for (const ProjectSeries& series : readProject(project).series)
            if (isRecoveryFile(series.path)) files.insert(series.path.filename());
    } catch (const InputError&) {  // opening it will say what is wrong with it
    }
    return files;
}

}  // namespace

bool isRecoveryFile(const fs::path& file) {
    return fs::absolute(file).lexically_normal().parent_path() == fs::absolute(stateFolder()).lexically_normal() &&
           file.filename().native().starts_with(stem) && (file.extension() == sessionEnding || file.extension() == projectEnding);
}

RecoveryFile::RecoveryFile(const fs::path& left) : file_(left), lock_(locked(left)) {
    if (lock_ < 0) throw InputError(displayName(left), "another window of Coarsen has this session open", "save it there");
}

RecoveryFile::~RecoveryFile() {
    if (lock_ < 0) return;
    std::error_code ignored;  // a lock that stays behind only makes the session look like one of a crash
    fs::remove(lockOf(file_), ignored);
    ::close(lock_);
}

bool RecoveryFile::isHolding() const {
    std::error_code unreadable;
    return lock_ >= 0 && fs::exists(file_, unreadable);
}

void RecoveryFile::claim(const char* extension) {
    for (int number = 1; lock_ < 0; ++number) {
        file_ = stateFolder() / (stem + std::string("-") + std::to_string(number) + extension);
        if (fs::exists(file_)) continue;
        lock_ = locked(file_);
        if (lock_ < 0 || !fs::exists(file_)) continue;
        ::close(lock_);  // another window has written it and let it go since we looked
        lock_ = -1;
    }
}

void RecoveryFile::write(const Session& session) {
    claim(sessionEnding);
    writeSession(file_, session);
    makeOwn(file_);
}

void RecoveryFile::write(const Project& project) {
    claim(projectEnding);
    writeProject(file_, project);
    makeOwn(file_);
}

void RecoveryFile::discard() const {
    if (lock_ < 0) return;
    std::error_code failed;
    fs::remove(file_, failed);
    if (failed) throw StorageError(displayName(file_), "it cannot be removed (" + failed.message() + ")", "remove it yourself");
}

QList<LeftSession> leftSessions() {
    QList<LeftSession> found;
    std::error_code failed;
    for (const fs::directory_entry& entry : fs::directory_iterator(stateFolder(), failed)) {
        const fs::path& file = entry.path();
        if (!isRecoveryFile(file)) continue;
        if (isHeld(file)) continue;
        const bool isOfCrash = fs::exists(lockOf(file));  // who comes to an end takes it away
        found << described(file, isOfCrash);
    }
    std::set<fs::path> together;
    for (const LeftSession& left : found)
        if (left.series > 0) together.merge(sessionsOf(left.file));
    found.removeIf([&](const LeftSession& left) { return together.contains(left.file.filename()); });
    std::ranges::sort(found, [](const LeftSession& a, const LeftSession& b) {
        return a.isOfCrash != b.isOfCrash ? a.isOfCrash : a.written > b.written;
    });
    return found;
}

void discardLeft(const fs::path& file) {
    const RecoveryFile left(file);
    if (file.extension() == projectEnding)
        for (const fs::path& session : sessionsOf(file))
            if (fs::exists(file.parent_path() / session)) RecoveryFile(file.parent_path() / session).discard();
    left.discard();
}

void discardOldest(QList<LeftSession>& left) {
    int closed = 0;
    left.removeIf([&](const LeftSession& one) {
        if (one.isOfCrash || !one.isReadable || ++closed <= closedSessionsKept) return false;
        discardLeft(one.file);
        return true;
    });
}

}  // namespace coarsen::window
