// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/elf_file.hpp"

#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <link.h>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace coarsen::test {

namespace {

/// A file, read where it is asked for as the structures of its format: programs have many megabytes.
class ElfBytes {
public:
    explicit ElfBytes(const std::filesystem::path& file) : stream_(file, std::ios::binary) {}

    template <typename T>
    std::optional<T> at(std::size_t place) {
        T value;
        goTo(place);
        if (!stream_.read(reinterpret_cast<char*>(&value), sizeof value)) return std::nullopt;
        return value;
    }
    std::string bytes(std::size_t place, std::size_t count) {
        std::string bytes(count, '\0');
        goTo(place);
        stream_.read(bytes.data(), static_cast<std::streamsize>(count));
        bytes.resize(static_cast<std::size_t>(stream_.gcount()));
        return bytes;
    }
    std::string text(std::size_t place) {
        std::string text;
        goTo(place);
        std::getline(stream_, text, '\0');
        return text;
    }

private:
    void goTo(std::size_t place) {
        stream_.clear();
        stream_.seekg(static_cast<std::streamoff>(place));
    }

    std::ifstream stream_;
};

constexpr unsigned char ownClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;

std::vector<ElfW(Phdr)> segmentsOf(ElfBytes& bytes, const ElfW(Ehdr) & head) {
    std::vector<ElfW(Phdr)> segments;
    for (std::size_t i = 0; i < head.e_phnum; ++i)
        if (const auto segment = bytes.at<ElfW(Phdr)>(head.e_phoff + i * head.e_phentsize)) segments.push_back(*segment);
    return segments;
}

/// Where in the file an address of memory lies.
std::size_t placeOf(const std::vector<ElfW(Phdr)>& segments, std::size_t address) {
    for (const auto& segment : segments)
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
            return segment.p_offset + (address - segment.p_vaddr);
    return std::size_t(-1);
}

std::size_t countOf(std::string_view part, std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size())
        ++count;
    return count;
}

/// Places marked by `endbr64`, but for those with which linkers begin the jumps into libraries, whatever the compiler was told.
std::size_t landingPadsIn(std::string_view code) {
    using namespace std::string_view_literals;
    const std::string mark = "\xf3\x0f\x1e\xfa";
    std::size_t count = countOf(mark, code);
    for (const std::string_view jump : {"\x41\xbb"sv, "\xff\x25"sv, "\xf2\xff\x25"sv, "\x68"sv})
        count -= countOf(mark + std::string(jump), code);
    return count;
}

void addProtection(ElfFile& found, ElfBytes& bytes, const ElfW(Ehdr) & head, const std::vector<ElfW(Phdr)>& segments,
                   const std::vector<ElfW(Dyn)>& entries) {
    found.isMovable = head.e_type == ET_DYN;
    bool isClosed = false, isNow = false;
    for (const auto& segment : segments) {
        if (segment.p_type == PT_GNU_STACK) found.isStackData = (segment.p_flags & PF_X) == 0;
        isClosed |= segment.p_type == PT_GNU_RELRO;
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
            found.landingPads += landingPadsIn(bytes.bytes(segment.p_offset, segment.p_filesz));
    }
    std::size_t names = 0, length = 0;
    for (const auto& entry : entries) {
        isNow |= entry.d_tag == DT_BIND_NOW || (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_BIND_NOW) != 0) ||
                 (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_NOW) != 0);
        if (entry.d_tag == DT_STRTAB) names = placeOf(segments, entry.d_un.d_ptr);
        if (entry.d_tag == DT_STRSZ) length = entry.d_un.d_val;
    }
    found.isBoundAtStart = isClosed && isNow;
    const std::string list = bytes.bytes(names, length);
    std::istringstream each(list);
    for (std::string name; std::getline(each, name, '\0');)
        found.names.insert(name);
}

void addParts(std::vector<std::string>& parts, std::string_view list) {
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t end = std::min(list.find(':', from), list.size());
        parts.emplace_back(list.substr(from, end - from));
        from = end + 1;
    }
}

}  // namespace

ElfFile elfFile(const std::filesystem::path& file) {
    ElfBytes bytes(file);
    ElfFile found;
    const auto head = bytes.at<ElfW(Ehdr)>(0);
    if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ownClass) return found;
    found.isElf = true;
    const std::vector<ElfW(Phdr)> segments = segmentsOf(bytes, *head);
    std::vector<ElfW(Dyn)> entries;
    std::size_t names = 0;
    for (const auto& segment : segments)
        for (std::size_t at = 0; segment.p_type == PT_DYNAMIC && at < segment.p_filesz; at += sizeof(ElfW(Dyn)))
            if (const auto entry = bytes.at<ElfW(Dyn)>(segment.p_offset + at)) {
                if (entry->d_tag == DT_NULL) break;
                if (entry->d_tag == DT_STRTAB) names = placeOf(segments, entry->d_un.d_ptr);
                entries.push_back(*entry);
            }
    for (const auto& entry : entries) {
        if (entry.d_tag == DT_NEEDED) found.needed.push_back(bytes.text(names + entry.d_un.d_val));
        if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH) addParts(found.runPaths, bytes.text(names + entry.d_un.d_val));
    }
    addProtection(found, bytes, *head, segments, entries);
    return found;
}

}  // namespace coarsen::test
