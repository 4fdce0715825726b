// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace coarsen {

/// A POSIX file descriptor that closes itself; below 0: none.
///
/// Use, given `int opened`:
///
///     const Descriptor file(opened);  // closed at the end of the block
///     ::fsync(file.get());
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }
    bool close() { return ::close(release()) == 0; }
    void reset(int fd) {
        if (fd_ >= 0) ::close(fd_);
        fd_ = fd;
    }
    int release() { return std::exchange(fd_, -1); }

private:
    int fd_;
};

/// Tells whether the path still leads to what is open: false once somebody has removed it, replaced it or moved it away.
inline bool isStillAt(const std::filesystem::path& path, int descriptor) {
    struct stat held {
    }, named{};
    return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

}  // namespace coarsen
