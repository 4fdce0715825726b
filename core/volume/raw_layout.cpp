// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text_parts.hpp"
#include "core/volume/volume_header.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr std::pair<std::string_view, SampleType> sampleNames[] = {
    {"u8", SampleType::u8},   {"s8", SampleType::s8},   {"u16", SampleType::u16}, {"s16", SampleType::s16},
    {"u32", SampleType::u32}, {"s32", SampleType::s32}, {"f32", SampleType::f32}, {"f64", SampleType::f64}};

[[noreturn]] void refuseLayout(std::string_view text, const std::string& reason) {
    throw SettingError(
        "--raw", "'" + std::string(text) + "' " + reason,
        "write WIDTHxHEIGHTxDEPTH:TYPE or, where bytes stand before the first voxel, WIDTHxHEIGHTxDEPTH:TYPE:BYTES, "
        "as 256x256x100:u16le:512; types are u8, s8, u16, s16, u32, s32, f32, f64, with le or be behind them");
}

}  // namespace

int bitsOf(SampleType type) {
    switch (type) {
        case SampleType::u8:
        case SampleType::s8:
            return 8;
        case SampleType::u16:
        case SampleType::s16:
        case SampleType::f16:
            return 16;
        case SampleType::u32:
        case SampleType::s32:
        case SampleType::f32:
            return 32;
        case SampleType::f64:
        case SampleType::u64:
        case SampleType::s64:
            return 64;
    }
    return 8;
}

RawLayout rawLayoutFromText(std::string_view text) {
    RawLayout layout;
    const bool hasEmptyPart = text.empty() || text.front() == ':' || text.back() == ':' || text.find("::") != text.npos;
    const std::vector<std::string_view> parts = textParts(text, ':');
    if (hasEmptyPart || parts.size() < 2 || parts.size() > 3) refuseLayout(text, "is no layout of a file");

    const std::vector<std::string_view> sides = textParts(parts[0], 'x');
    const bool hasThree = sides.size() == 3 && std::ranges::count(parts[0], 'x') == 2;
    const auto side = [&](std::size_t axis) {
        const auto number = hasThree ? parseInteger(sides[axis]) : std::nullopt;
        if (!number || *number < 1 || *number > std::numeric_limits<int>::max())
            refuseLayout(text, "does not begin with three sides");
        return static_cast<int>(*number);
    };
    layout.size = {side(0), side(1), side(2)};

    std::string_view type = parts[1];
    layout.isBigEndian = type.ends_with("be");
    if (type.ends_with("be") || type.ends_with("le")) type.remove_suffix(2);
    const auto* const known = std::ranges::find(sampleNames, type, [](const auto& entry) { return entry.first; });
    if (known == std::end(sampleNames)) refuseLayout(text, "names a type of voxel that is not known");
    layout.type = known->second;
    layout.isBigEndian = layout.isBigEndian && layout.type != SampleType::u8 && layout.type != SampleType::s8;

    if (parts.size() < 3) return layout;
    const auto offset = parseInteger(parts[2]);
    if (!offset || *offset < 0) refuseLayout(text, "has an offset that is no number of bytes");
    layout.offset = static_cast<std::uintmax_t>(*offset);
    return layout;
}

std::string textOf(const RawLayout& layout) {
    const auto* const type = std::ranges::find(sampleNames, layout.type, [](const auto& entry) { return entry.second; });
    return std::to_string(layout.size.width) + "x" + std::to_string(layout.size.height) + "x" +
           std::to_string(layout.size.depth) + ":" + std::string(type->first) + (layout.isBigEndian ? "be" : "") +
           (layout.offset > 0 ? ":" + std::to_string(layout.offset) : std::string());
}

}  // namespace coarsen
