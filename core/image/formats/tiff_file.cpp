// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_file.hpp"

#include "core/base/files.hpp"
#include "core/image/conventions/stored_numbers.hpp"
#include "core/image/formats/formats.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <utility>

namespace coarsen::formats {

namespace {

constexpr tmsize_t largestAllocation = tmsize_t{1} << 31;  // libtiff's own; the pixels are ours

tmsize_t refuseToWrite(thandle_t, void*, tmsize_t) {
    return -1;
}
int leaveOpen(thandle_t) {
    return 0;
}
void leaveMapped(thandle_t, void*, toff_t) {}
int ignoreWarning(TIFF*, void*, const char*, const char*, va_list) {
    return 1;
}

struct FreeOptions {
    void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

/// The bytes of a header that say where the first directory stands: from which on, and how many.
std::pair<std::size_t, std::size_t> firstLink(std::span<const std::byte> bytes) {
    const bool isBig = bytes.size() > 3 && (bytes[2] == std::byte{43} || bytes[3] == std::byte{43});
    return isBig ? std::pair<std::size_t, std::size_t>{8, 8} : std::pair<std::size_t, std::size_t>{4, 4};
}

/// Where the first directory stands, by the header; nothing when the header itself is cut.
std::optional<std::uint64_t> firstDirectory(std::span<const std::byte> bytes) {
    const auto [at, length] = firstLink(bytes);
    if (bytes.size() < at + length) return std::nullopt;
    const bool isLittle = bytes[0] == std::byte{'I'};
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < length; ++i)
        offset = offset << 8 | std::to_integer<std::uint64_t>(bytes[at + (isLittle ? length - 1 - i : i)]);
    return offset;
}

/// Number of bytes that a value of a type has, by TIFF 6.0 and BigTIFF.
std::size_t bytesOfType(std::uint16_t type) {
    constexpr std::size_t bytes[] = {1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8};
    return type < std::size(bytes) ? bytes[type] : 1;
}

}  // namespace

tmsize_t TiffFile::read(thandle_t handle, void* to, tmsize_t size) {
    auto& source = *static_cast<Source*>(handle);
    if (size <= 0 || source.at >= source.size()) return 0;
    std::size_t count = std::min(static_cast<std::size_t>(size), source.size() - source.at);
    if (source.reader) {
        try {
            count = source.reader->readAt(source.at, std::span(static_cast<std::byte*>(to), count));
        } catch (const InputError&) {  // libtiff is C: it says so in its own words
            return -1;
        }
    } else {
        std::memcpy(to, source.bytes.data() + source.at, count);
        if (source.at < source.header.size())
            std::memcpy(to, source.header.data() + source.at, std::min(count, source.header.size() - source.at));
    }
    source.at += count;
    return static_cast<tmsize_t>(count);
}

toff_t TiffFile::seek(thandle_t handle, toff_t offset, int whence) {
    auto& source = *static_cast<Source*>(handle);
    const std::size_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? source.at : source.size();
    source.at = base + static_cast<std::size_t>(offset);
    return source.at;
}

int TiffFile::map(thandle_t handle, void** base, toff_t* size) {
    const auto& source = *static_cast<Source*>(handle);
    if (source.reader) return 0;
    *base = const_cast<std::byte*>(source.bytes.data());  // opened for reading: libtiff does not write into it
    *size = source.bytes.size();
    return 1;
}

TiffFile::TiffFile(std::span<const std::byte> bytes, const std::filesystem::path& file)
    : file_(file), source_(std::make_unique<Source>()) {
    source_->bytes = bytes;
    open();
}

TiffFile::TiffFile(std::span<const std::byte> bytes, const std::filesystem::path& file, std::uint64_t directory)
    : file_(file), source_(std::make_unique<Source>()) {
    source_->bytes = bytes;
    const auto [at, length] = firstLink(bytes);
    source_->header.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(std::min(at + length, bytes.size())));
    const bool isLittle = bytes[0] == std::byte{'I'};
    for (std::size_t i = 0; i < length && at + i < source_->header.size(); ++i)
        source_->header[at + i] = static_cast<std::byte>(directory >> 8 * (isLittle ? i : length - 1 - i));
    open();
}

TiffFile::TiffFile(const FileReader& reader) : file_(reader.file()), source_(std::make_unique<Source>()) {
    source_->reader = &reader;
    open();
}

void TiffFile::open() {
    const auto remember = [](TIFF*, void* user, const char*, const char* format, va_list values) {
        auto& complaint = static_cast<Source*>(user)->complaint;
        if (complaint[0] == '\0') std::vsnprintf(complaint, sizeof complaint, format, values);
        return 1;
    };
    const auto sizeOf = [](thandle_t handle) { return toff_t{static_cast<Source*>(handle)->size()}; };
    const std::unique_ptr<TIFFOpenOptions, FreeOptions> options(TIFFOpenOptionsAlloc());
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), largestAllocation);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), remember, source_.get());
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignoreWarning, nullptr);
    tiff_ = TIFFClientOpenExt("TIFF", "r", source_.get(), read, refuseToWrite, seek, leaveOpen, sizeOf, map, leaveMapped,
                              options.get());
    if (tiff_) return;
    constexpr std::size_t headerBytes = 16;
    const std::vector<std::byte> start =
        source_->reader
            ? source_->reader->start(headerBytes)
            : std::vector(source_->bytes.begin(),
                          source_->bytes.begin() + static_cast<std::ptrdiff_t>(std::min(headerBytes, source_->bytes.size())));
    const auto directory = firstDirectory(start);
    if (!directory || *directory + 2 > source_->size())
        throw InputError(displayName(file_), "it ends before the directory that describes its picture", copyAgain);
    throw damaged(file_, complaint());
}

TiffFile::~TiffFile() {
    if (tiff_) TIFFClose(tiff_);
}

std::string TiffFile::text(std::uint32_t name) const {
    const char* value = nullptr;
    return TIFFGetField(tiff_, name, &value) && value ? std::string(value) : std::string();
}

std::string TiffFile::foreignText(std::uint32_t name) const {
    const TIFFField* const field = TIFFFindField(tiff_, name, TIFF_ANY);
    if (!field || TIFFFieldDataType(field) != TIFF_ASCII || !TIFFFieldPassCount(field)) return {};
    std::uint32_t count = 0;
    const char* value = nullptr;
    if (!TIFFGetField(tiff_, name, &count, &value) || !value) return {};
    return std::string(value, ::strnlen(value, count));
}

bool TiffFile::hasForeign(std::uint32_t name) const {
    const TIFFField* const field = TIFFFindField(tiff_, name, TIFF_ANY);
    if (!field || !TIFFFieldPassCount(field)) return false;
    std::uint32_t count = 0;
    const void* value = nullptr;
    return TIFFGetField(tiff_, name, &count, &value) != 0;
}

conventions::InstrumentTags TiffFile::instrumentTags() const {
    constexpr std::size_t mostEntries = 4096, longest = std::size_t{1} << 20;
    const bool isBig = TIFFIsBigTIFF(tiff_) != 0;
    const std::size_t countBytes = isBig ? 8 : 2, entryBytes = isBig ? 20 : 12, wordBytes = isBig ? 8 : 4;
    conventions::InstrumentTags found;
    found.isLittle = TIFFIsBigEndian(tiff_) == 0;
    found.bytesAt = [this](std::uint64_t offset, std::size_t count) { return bytesAt(offset, count); };
    const auto wordAt = [&](const conventions::StoredNumbers& numbers, std::size_t at) {
        return isBig ? numbers.at<std::uint64_t>(at).value_or(0) : std::uint64_t{numbers.at<std::uint32_t>(at).value_or(0)};
    };
    const std::uint64_t directory = TIFFCurrentDirOffset(tiff_);
    const std::vector<std::byte> head = bytesAt(directory, countBytes);
    const conventions::StoredNumbers start(head, found.isLittle);
    const std::uint64_t entries =
        isBig ? start.at<std::uint64_t>(0).value_or(0) : std::uint64_t{start.at<std::uint16_t>(0).value_or(0)};
    const std::vector<std::byte> stored =
        bytesAt(directory + countBytes, entryBytes * static_cast<std::size_t>(std::min<std::uint64_t>(entries, mostEntries)));
    const conventions::StoredNumbers numbers(stored, found.isLittle);
    for (std::size_t at = 0; at + entryBytes <= stored.size(); at += entryBytes) {
        const std::uint16_t number = *numbers.at<std::uint16_t>(at);
        if (std::ranges::find(conventions::instrumentTagNumbers, number) == std::end(conventions::instrumentTagNumbers)) continue;
        conventions::PrivateTag tag{
            *numbers.at<std::uint16_t>(at + 2), wordAt(numbers, at + 4), wordAt(numbers, at + 4 + wordBytes), {}};
        const std::size_t bytes = static_cast<std::size_t>(std::min<std::uint64_t>(tag.count, longest)) * bytesOfType(tag.type);
        tag.bytes = bytesAt(bytes <= wordBytes ? directory + countBytes + at + 4 + wordBytes : tag.offset, bytes);
        found.tags.try_emplace(number, std::move(tag));
    }
    return found;
}

std::vector<std::byte> TiffFile::bytesAt(std::size_t offset, std::size_t count) const {
    if (count == 0 || offset >= source_->size()) return {};
    std::vector<std::byte> bytes(std::min(count, source_->size() - offset));
    if (source_->reader)
        bytes.resize(source_->reader->readAt(offset, bytes));
    else
        std::memcpy(bytes.data(), source_->bytes.data() + offset, bytes.size());
    return bytes;
}

}  // namespace coarsen::formats
