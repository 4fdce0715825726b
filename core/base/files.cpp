// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utf8.hpp"
#include "core/base/whole_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coarsen {

namespace {

/// Beginning of a file's name while it is written: short, as the longest name that a file may have is written beside itself, too.
const std::string besideStart = ".coarsen-";
constexpr std::size_t besideLetters = 6;

bool isWrittenBeside(const std::string& name) {
    const auto isLetter = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return name.size() == besideStart.size() + besideLetters && name.starts_with(besideStart) &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(besideStart.size()), name.end(), isLetter);
}

std::string reasonOf(int error) {
    return std::error_code(error, std::generic_category()).message();
}

const char* remedyFor(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
            return "free space, then try again";
        case EACCES:
        case EPERM:
        case EROFS:
            return "choose a folder that you may write to";
        case EMFILE:
        case ENFILE:
            return "raise the limit on open files (ulimit -n)";
        case EFBIG:
            return "raise the limit on the size of files (ulimit -f)";
        case ENOENT:
            return "create the folder first";
        default:
            return "check the disk or network folder, then try again";
    }
}

}  // namespace

FileReader::FileReader(std::filesystem::path file) : file_(std::move(file)) {
    Descriptor source(::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (source.get() < 0)
        throw InputError(displayName(file_),
                         errno == ENOENT ? "the file does not exist" : "it cannot be opened (" + reasonOf(errno) + ")",
                         errno == ENOENT ? "was it moved or renamed?" : "check its permissions");
    struct stat status {};
    if (::fstat(source.get(), &status) != 0) throw InputError(displayName(file_), reasonOf(errno));
    if (!S_ISREG(status.st_mode)) throw InputError(displayName(file_), "it is not a plain file");
    size_ = static_cast<std::size_t>(status.st_size);
    descriptor_ = source.release();
}

FileReader::~FileReader() {
    ::close(descriptor_);
}

std::size_t FileReader::readAt(std::size_t offset, std::span<std::byte> to) const {
    std::size_t done = 0;
    while (done < to.size()) {
        const ssize_t got = ::pread(descriptor_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            throw InputError(displayName(file_), "reading failed (" + reasonOf(errno) + ")", "check the disk or network folder");
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::size_t FileReader::read(std::span<std::byte> to) {
    const std::size_t got = readAt(at_, to);
    at_ += got;
    return got;
}

std::vector<std::byte> FileReader::start(std::size_t count) const {
    std::vector<std::byte> bytes(std::min(count, size_));
    bytes.resize(readAt(0, bytes));
    return bytes;
}

std::vector<std::byte> readWhole(FileReader& file, std::size_t limitBytes) {
    if (file.size() > limitBytes)
        throw InputError(displayName(file.file()),
                         "it is " + std::to_string(file.size() >> 20) + " MB, more than can be read at once");
    std::vector<std::byte> bytes(file.size());
    bytes.resize(file.read(bytes));  // shrank while being read: the decoder will say that it is truncated
    return bytes;
}

std::vector<std::byte> readWhole(const std::filesystem::path& file, std::size_t limitBytes) {
    FileReader reader(file);
    return readWhole(reader, limitBytes);
}

WholeFile::WholeFile(std::filesystem::path file)
    : file_(std::move(file)),
      beside_((file_.parent_path() / (besideStart + std::string(besideLetters, 'X'))).string()),
      target_(::mkostemp(beside_.data(), O_CLOEXEC)) {
    if (target_.get() < 0) refuse();
    ::flock(target_.get(),
            LOCK_EX | LOCK_NB);  // says that its writer lives; where a file system knows no locks, nobody clears up
}

WholeFile::~WholeFile() {
    if (!isWhole_) ::unlink(beside_.c_str());
}

void WholeFile::refuse() const {
    const int error = errno;
    throw StorageError(displayName(file_), "it could not be written (" + reasonOf(error) + ")", remedyFor(error));
}

void WholeFile::add(std::span<const std::byte> bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t put = ::write(target_.get(), bytes.data() + done, bytes.size() - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) refuse();
        done += static_cast<std::size_t>(put);
    }
}

void WholeFile::add(std::string_view text) {
    add(std::as_bytes(std::span(text)));
}

void WholeFile::finish() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(target_.get(), 0666 & ~mask) != 0 || ::fsync(target_.get()) != 0) refuse();
    if (!target_.close()) refuse();
    if (::rename(beside_.c_str(), file_.c_str()) != 0) refuse();
    isWhole_ = true;
}

void writeWhole(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    WholeFile whole(file);
    whole.add(bytes);
    whole.finish();
}

void writeWhole(const std::filesystem::path& file, std::string_view text) {
    writeWhole(file, std::as_bytes(std::span(text)));
}

void clearUnfinished(const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::directory_iterator entry(folder, failed);
    for (; !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
        if (!isWrittenBeside(entry->path().filename().string())) continue;
        const Descriptor left(::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (left.get() >= 0 && ::flock(left.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    }
}

std::string wordsFor(const std::filesystem::filesystem_error& error) {
    std::error_code gone;
    if (std::filesystem::current_path(gone).empty() || gone)
        return "the folder that the program was started in is gone; change to another one and try again";
    return displayName(error.path1()) + ": " + error.code().message();
}

std::string displayName(const std::filesystem::path& file) {
    return printable((file.filename().empty() ? file : file.filename()).string());
}

}  // namespace coarsen
