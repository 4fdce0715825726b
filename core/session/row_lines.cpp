// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_lines.hpp"

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/session/check_session.hpp"
#include "core/session/json_entry.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coarsen {

namespace {

constexpr std::string_view checkMark = ",\"check\":\"";  // before the last of a row's values

/// Before the correlation, which is null in the text of a row that does not know it. No other place of a row reads like this:
/// within a text each quotation mark has a backslash.
constexpr std::string_view correlationMark = "\"neighbour_correlation\":", unknown = "null";

std::string checkOf(std::string_view row) {
    constexpr std::size_t digits = 8;
    return std::string(checkMark) + sha256(row).substr(0, digits) + "\"}";
}

}  // namespace

std::string checkedLine(std::string json) {
    json.pop_back();  // its bracket
    return json + checkOf(json) + "\n";
}

void requireUnchanged(std::string_view line) {
    const auto mark = line.rfind(checkMark);
    if (mark != std::string_view::npos && line.substr(mark) != checkOf(line.substr(0, mark)))
        throw InputError("", "its checksum does not hold");
}

std::string rowLine(const StoredRow& row) {
    return checkedLine(storedRowJson(row));
}

void RowLinesAhead::make(const FrameResult& row) {
    std::string text = storedRowJson({row});
    const std::lock_guard lock(mutex_);
    texts_[row.frame] = std::move(text);
}

std::string RowLinesAhead::take(const FrameResult& row, double neighbourCorrelation) {
    std::unique_lock lock(mutex_);
    auto made = texts_.extract(row.frame);
    lock.unlock();
    std::string text = made ? std::move(made.mapped()) : storedRowJson({row});
    text.replace(text.find(correlationMark) + correlationMark.size(), unknown.size(), textOf(Json(neighbourCorrelation)));
    return checkedLine(std::move(text));
}

StoredRow rowFromLine(std::string_view line, std::size_t frames) {
    StoredRow stored = storedRowFromJson(line);
    requireConsistent(stored.row, frames);
    requireUnchanged(line);
    return stored;
}

std::optional<std::string_view> takeLine(std::string_view& text) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const auto line = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line;
}

GrowingFile::~GrowingFile() {
    close();
}

void GrowingFile::open(const std::filesystem::path& file, int flags) {
    close();
    file_ = file;
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | flags, 0666);
    if (descriptor_ < 0) refuse();
}

void GrowingFile::close() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void GrowingFile::add(std::string_view text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t put = ::write(descriptor_, text.data() + done, text.size() - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) refuse();
        done += static_cast<std::size_t>(put);
    }
}

void GrowingFile::refuse() const {
    throw StorageError(displayName(file_),
                       "it could not be written (" + std::error_code(errno, std::generic_category()).message() + ")",
                       "free space, then " + isLeft_);
}

bool GrowingFile::isThere() const {
    return isStillAt(file_, descriptor_);
}

}  // namespace coarsen
