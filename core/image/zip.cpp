// SPDX-License-Identifier: GPL-3.0-or-later
// PKWARE's APPNOTE 6.3: the directory at the end names files and where their bytes are; little-endian.
#include "core/image/zip.hpp"

#include "core/base/error.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <zlib.h>

namespace coarsen {

namespace {

constexpr std::uint32_t localMark = 0x04034b50, directoryMark = 0x02014b50, endMark = 0x06054b50;
constexpr std::size_t endBytes = 22, directoryBytes = 46, localBytes = 30, longestComment = 65535;
constexpr std::size_t mostFiles = 10'000, mostBytes = std::size_t{64} << 20;

class ZipBytes {
public:
    ZipBytes(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    std::size_t size() const { return bytes_.size(); }
    std::uint32_t number(std::size_t at, std::size_t count) const {
        const auto part = this->part(at, count);
        std::uint32_t value = 0;
        for (std::size_t i = count; i-- > 0;)
            value = value << 8 | std::to_integer<std::uint32_t>(part[i]);
        return value;
    }
    std::span<const std::byte> part(std::size_t at, std::size_t count) const {
        if (at > bytes_.size() || bytes_.size() - at < count) refuse("the archive is cut short or damaged");
        return bytes_.subspan(at, count);
    }
    [[noreturn]] void refuse(const std::string& reason, const std::string& remedy = "make it anew") const {
        throw InputError(name_, reason, remedy);
    }

private:
    std::span<const std::byte> bytes_;
    const std::string& name_;
};

std::size_t endOf(const ZipBytes& zip) {
    if (zip.size() < endBytes) zip.refuse("the archive is cut short or damaged");
    const std::size_t last = zip.size() - endBytes;
    for (std::size_t back = 0; back <= std::min(last, longestComment); ++back)
        if (zip.number(last - back, 4) == endMark) return last - back;
    zip.refuse("the archive is cut short or damaged");
}

std::vector<std::byte> inflated(const ZipBytes& zip, std::span<const std::byte> packed, std::size_t size) {
    std::vector<std::byte> bytes(size);
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) zip.refuse("there is not enough memory for it", "close other programs");
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));  // zlib only reads it
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int answer = inflate(&stream, Z_FINISH);
    const bool isWhole = answer == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    if (!isWhole) zip.refuse("a file in the archive is damaged");
    return bytes;
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
    return static_cast<std::uint32_t>(
        crc32(crc32(0, nullptr, 0), reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

void put(std::vector<std::byte>& bytes, std::size_t value, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}

void put(std::vector<std::byte>& bytes, std::string_view text) {
    for (const char c : text)
        bytes.push_back(static_cast<std::byte>(c));
}

/// Writes the facts of a file that head and directory have in common.
void putFacts(std::vector<std::byte>& bytes, const ZipEntry& entry) {
    constexpr std::size_t version = 20, utf8Names = 1 << 11, stored = 0, noTime = 0, firstDay = 0x21;
    put(bytes, version, 2);
    put(bytes, utf8Names, 2);
    put(bytes, stored, 2);
    put(bytes, noTime, 2);
    put(bytes, firstDay, 2);
    put(bytes, checksum(entry.bytes), 4);
    put(bytes, entry.bytes.size(), 4);
    put(bytes, entry.bytes.size(), 4);
    put(bytes, entry.name.size(), 2);
    put(bytes, 0, 2);
}

}  // namespace

bool isZip(std::span<const std::byte> bytes) {
    return bytes.size() >= 4 && std::memcmp(bytes.data(), "PK", 2) == 0;
}

std::vector<ZipEntry> zipEntries(std::span<const std::byte> bytes, const std::string& name) {
    const ZipBytes zip(bytes, name);
    const std::size_t end = endOf(zip);
    const std::size_t files = zip.number(end + 10, 2);
    if (files > mostFiles) zip.refuse("the archive holds more than 10000 files", "divide it");
    std::vector<ZipEntry> entries;
    std::size_t at = zip.number(end + 16, 4), total = 0;
    for (std::size_t i = 0; i < files; ++i) {
        if (zip.number(at, 4) != directoryMark) zip.refuse("the archive is cut short or damaged");
        const std::uint32_t flags = zip.number(at + 8, 2), method = zip.number(at + 10, 2), crc = zip.number(at + 16, 4);
        const std::size_t packedSize = zip.number(at + 20, 4), size = zip.number(at + 24, 4);
        const std::size_t nameSize = zip.number(at + 28, 2), further = zip.number(at + 30, 2) + zip.number(at + 32, 2);
        const std::size_t local = zip.number(at + 42, 4);
        const auto letters = zip.part(at + directoryBytes, nameSize);
        ZipEntry entry{printable({reinterpret_cast<const char*>(letters.data()), letters.size()}), {}};
        if (flags & 1) zip.refuse("the archive is encrypted", "pack it without a password");
        if (method != 0 && method != Z_DEFLATED) zip.refuse("a file in the archive is packed in an unusual way", "make it anew");
        total += size;
        if (total > mostBytes) zip.refuse("the archive holds more than 64 MB", "divide it");
        if (zip.number(local, 4) != localMark) zip.refuse("the archive is cut short or damaged");
        const std::size_t data = local + localBytes + zip.number(local + 26, 2) + zip.number(local + 28, 2);
        const auto packed = zip.part(data, packedSize);
        if (method == 0 && packedSize != size) zip.refuse("a file in the archive is damaged");
        entry.bytes = method == 0 ? std::vector<std::byte>(packed.begin(), packed.end()) : inflated(zip, packed, size);
        if (checksum(entry.bytes) != crc) zip.refuse("a file in the archive is damaged");
        entries.push_back(std::move(entry));
        at += directoryBytes + nameSize + further;
    }
    return entries;
}

std::vector<std::byte> zipOf(const std::vector<ZipEntry>& entries) {
    std::vector<std::byte> bytes, directory;
    for (const ZipEntry& entry : entries) {
        const std::size_t local = bytes.size();
        put(bytes, localMark, 4);
        putFacts(bytes, entry);
        put(bytes, entry.name);
        bytes.insert(bytes.end(), entry.bytes.begin(), entry.bytes.end());
        put(directory, directoryMark, 4);
        put(directory, 20, 2);
        putFacts(directory, entry);
        put(directory, 0, 2);      // no comment
        put(directory, 0, 2);      // the first disk
        put(directory, 0, 2 + 4);  // no attributes
        put(directory, local, 4);
        put(directory, entry.name);
    }
    const std::size_t start = bytes.size();
    bytes.insert(bytes.end(), directory.begin(), directory.end());
    put(bytes, endMark, 4);
    put(bytes, 0, 4);
    put(bytes, entries.size(), 2);
    put(bytes, entries.size(), 2);
    put(bytes, directory.size(), 4);
    put(bytes, start, 4);
    put(bytes, 0, 2);
    return bytes;
}

}  // namespace coarsen
