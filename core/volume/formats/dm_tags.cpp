// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/dm_tags.hpp"

#include "core/base/binary_numbers.hpp"
#include "core/base/files.hpp"
#include "core/volume/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace coarsen::volumes {

namespace {

enum DmType { dmStruct = 15, dmString = 18, dmArray = 20 };

/// How many bytes a plain number takes; 0 of what is none.
std::size_t dmBytes(std::uint64_t type) {
    constexpr std::array<std::size_t, 13> bytes{0, 0, 2, 4, 2, 4, 4, 8, 1, 1, 1, 8, 8};
    return type < bytes.size() ? bytes[static_cast<std::size_t>(type)] : 0;
}

/// Walks through the tree once, from its start to its end.
class DmWalk {
public:
    explicit DmWalk(const std::filesystem::path& file) : file_(file), reader_(file) {}

    DmTags walk() {
        const auto version = number<std::uint32_t>(true);
        isFourth_ = version == 4;
        if (isFourth_)
            number<std::uint64_t>(true);
        else
            number<std::uint32_t>(true);
        all_.isLittle = number<std::uint32_t>(true) == 1;
        readGroup({}, 0);
        return std::move(all_);
    }

private:
    /// The next number, of the tree's own (big-endian) or of the values.
    template <typename T>
    T number(bool isBigEndian) {
        return BinaryNumbers(take(sizeof(T)), isBigEndian).at<T>(0);
    }

    std::uint64_t length() { return isFourth_ ? number<std::uint64_t>(true) : number<std::uint32_t>(true); }

    std::span<const std::byte> take(std::size_t count) {
        if (at_ < pieceAt_ || at_ + count > pieceAt_ + piece_.size()) {
            constexpr std::size_t pieceBytes = 64 << 10;
            piece_.resize(std::max(count, pieceBytes));
            piece_.resize(reader_.readAt(static_cast<std::size_t>(at_), piece_));
            pieceAt_ = at_;
            if (piece_.size() < count) throw damaged(file_, "its tags end early");
        }
        const auto taken = std::span<const std::byte>(piece_).subspan(static_cast<std::size_t>(at_ - pieceAt_), count);
        at_ += count;
        return taken;
    }

    void skip(std::uint64_t bytes) {
        if (bytes > reader_.size() - std::min<std::uint64_t>(at_, reader_.size()))
            throw endsEarly(file_, reader_.size() - std::min<std::uint64_t>(at_, reader_.size()), bytes);
        at_ += bytes;
    }

    void readGroup(const std::string& path, int depth) {
        constexpr int deepest = 64;
        if (depth > deepest) throw damaged(file_, "its tags are nested too deeply");
        take(2);  // sorted, open
        const std::uint64_t count = length();
        for (std::uint64_t i = 0; i < count; ++i)
            readEntry(path, i, depth);
    }

    void readEntry(const std::string& path, std::uint64_t index, int depth) {
        constexpr std::size_t mostTags = 1 << 20;
        if (++read_ > mostTags) throw damaged(file_, "it has more than a million tags");
        constexpr std::uint8_t group = 20, data = 21;
        const auto kind = number<std::uint8_t>(true);
        const auto nameLength = number<std::uint16_t>(true);
        constexpr std::size_t longestName = 1024, longestPath = 4096;
        if (nameLength > longestName) throw damaged(file_, "a tag has a name of " + std::to_string(nameLength) + " bytes");
        const auto name = take(nameLength);
        std::string own(reinterpret_cast<const char*>(name.data()), name.size());
        if (own.empty()) own = std::to_string(index);
        const std::string whole = path.empty() ? own : path + "." + own;
        if (whole.size() > longestPath) throw damaged(file_, "its tags are nested too deeply");
        if (isFourth_) number<std::uint64_t>(true);  // how long the entry is
        if (kind == group) return readGroup(whole, depth + 1);
        if (kind != data) throw damaged(file_, "it has a tag of kind " + std::to_string(kind));
        readValue(whole);
    }

    void readValue(const std::string& path) {
        constexpr std::uint32_t mark = 0x25252525;  // "%%%%"
        if (number<std::uint32_t>(true) != mark) throw damaged(file_, "a tag has no mark");
        const std::uint64_t count = length();
        constexpr std::uint64_t mostInfo = 1 << 12;
        if (count < 1 || count > mostInfo) throw damaged(file_, "a tag is described by " + std::to_string(count) + " numbers");
        std::vector<std::uint64_t> info;
        for (std::uint64_t i = 0; i < count; ++i)
            info.push_back(length());
        DmTag tag;
        if (dmBytes(info[0]) > 0) {
            tag.number = plainNumber(info[0]);
        } else if (info[0] == dmStruct) {
            skip(structBytes(info, 1));
        } else if (info[0] == dmString && count > 1) {
            skip(info[1]);
        } else if (info[0] == dmArray) {
            readArray(info, tag);
        } else {
            throw damaged(file_, "a tag is of type " + std::to_string(info[0]));
        }
        constexpr std::string_view kept = "ImageList.";
        if (path.starts_with(kept)) all_.tags[path] = std::move(tag);
    }

    double plainNumber(std::uint64_t type) {
        const bool isBig = !all_.isLittle;
        switch (type) {
            case 2:
                return number<std::int16_t>(isBig);
            case 3:
                return number<std::int32_t>(isBig);
            case 4:
                return number<std::uint16_t>(isBig);
            case 5:
                return number<std::uint32_t>(isBig);
            case 6:
                return static_cast<double>(number<float>(isBig));
            case 7:
                return number<double>(isBig);
            case 8:
            case 9:
                return number<std::uint8_t>(isBig);
            case 10:
                return number<std::int8_t>(isBig);
            case 11:
                return static_cast<double>(number<std::int64_t>(isBig));
            default:
                return static_cast<double>(number<std::uint64_t>(isBig));
        }
    }

    /// The bytes of a structure whose description begins there: the length of its name, how many fields, of each its name's
    /// length and its type.
    std::uint64_t structBytes(const std::vector<std::uint64_t>& info, std::size_t from) {
        if (info.size() < from + 2) throw damaged(file_, "a structure is not described");
        const std::uint64_t fields = info[from + 1];
        std::uint64_t bytes = 0;
        for (std::uint64_t field = 0; field < fields; ++field) {
            const std::uint64_t typeAt = from + 3 + 2 * field;
            const std::size_t size = typeAt < info.size() ? dmBytes(info[static_cast<std::size_t>(typeAt)]) : 0;
            if (size == 0) throw damaged(file_, "a structure has a field of no type");
            bytes += size;
        }
        return bytes;
    }

    /// Arrays stay where they are; short ones of 16-bit letters are texts.
    void readArray(const std::vector<std::uint64_t>& info, DmTag& tag) {
        if (info.size() < 3) throw damaged(file_, "an array is not described");
        const bool isOfStructs = info[1] == dmStruct;
        const std::uint64_t each = isOfStructs ? structBytes(info, 2) : dmBytes(info[1]);
        if (each == 0) throw damaged(file_, "an array is of type " + std::to_string(info[1]));
        tag.count = info.back();
        tag.type = isOfStructs ? static_cast<int>(dmStruct) : static_cast<int>(info[1]);
        tag.offset = at_;
        if (tag.count > reader_.size() / each)
            throw endsEarly(file_, reader_.size() - std::min<std::uint64_t>(at_, reader_.size()), tag.count);
        constexpr std::uint64_t longestText = 4096;
        constexpr int letter = 4;
        if (tag.type != letter || tag.count > longestText) return skip(tag.count * each);
        for (std::uint64_t i = 0; i < tag.count; ++i) {
            const auto code = number<std::uint16_t>(!all_.isLittle);
            if (code < 0x80)
                tag.text += static_cast<char>(code);
            else if (code < 0x800)
                tag.text += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
            else
                tag.text += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
                             static_cast<char>(0x80 | (code & 0x3F))};
        }
    }

    const std::filesystem::path& file_;
    FileReader reader_;
    DmTags all_;
    bool isFourth_ = false;
    std::size_t read_ = 0;
    std::uint64_t at_ = 0, pieceAt_ = 0;
    std::vector<std::byte> piece_;
};

}  // namespace

std::optional<double> DmTags::number(const std::string& path) const {
    const DmTag* const tag = find(path);
    return tag ? tag->number : std::nullopt;
}

std::string DmTags::text(const std::string& path) const {
    const DmTag* const tag = find(path);
    return tag ? tag->text : std::string();
}

const DmTag* DmTags::find(const std::string& path) const {
    const auto found = tags.find(path);
    return found == tags.end() ? nullptr : &found->second;
}

bool isDm(std::span<const std::byte> start) {
    const BinaryNumbers numbers(start, true);
    const auto version = numbers.at<std::uint32_t>(0);
    if (start.size() < 24 || (version != 3 && version != 4)) return false;
    const auto order = numbers.at<std::uint32_t>(version == 4 ? 12 : 8);
    return order <= 1;
}

DmTags dmTags(const std::filesystem::path& file) {
    return DmWalk(file).walk();
}

}  // namespace coarsen::volumes
