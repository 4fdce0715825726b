// SPDX-License-Identifier: GPL-3.0-or-later
// Gwyddion Simple Field 1.0 (gwyddion.net, "Gwyddion Simple Field"): lines "name = value", 1 to 4 NUL up to a multiple of 4
// bytes, floats.
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/trimmed.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <map>
#include <optional>
#include <string_view>

namespace coarsen::volumes {

namespace {

constexpr std::string_view gsfMark = "Gwyddion Simple Field 1.0\n";
constexpr std::size_t longestGsfHeader = 64 << 10;

bool isGsf(std::span<const std::byte> start) {
    return std::string_view(reinterpret_cast<const char*>(start.data()), start.size()).starts_with(gsfMark);
}

std::map<std::string, std::string, std::less<>> gsfLines(std::string_view text) {
    std::map<std::string, std::string, std::less<>> lines;
    text.remove_prefix(gsfMark.size());
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = line.find('=');
        if (equals != line.npos) lines[std::string(trimmed(line.substr(0, equals)))] = trimmed(line.substr(equals + 1));
    }
    return lines;
}

StoredVolume gsfIn(const std::filesystem::path& file) {
    const std::vector<std::byte> start = FileReader(file).start(longestGsfHeader);
    const std::string_view all(reinterpret_cast<const char*>(start.data()), start.size());
    const std::size_t end = all.find('\0');
    if (end == all.npos) throw damaged(file, "its header does not end");
    const auto lines = gsfLines(all.substr(0, end));
    const auto text = [&](std::string_view key) {
        const auto line = lines.find(key);
        return line == lines.end() ? std::string() : line->second;
    };
    const auto side = [&](const char* key) {
        const auto number = parseInteger(text(key));
        if (!number) throw damaged(file, std::string("its header lacks ") + key);
        return *number;
    };
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    header.size = checkedSides(file, side("XRes"), side("YRes"), 1);
    header.type = SampleType::f32;
    header.format = "GSF";
    const auto width = parseNumber(text("XReal")), height = parseNumber(text("YReal"));
    if (const std::string units = text("XYUnits"); width && height) {
        const auto um = units.empty() ? std::nullopt : micrometresIn(units);
        const double x = *width / header.size.width, y = *height / header.size.height, unit = um.value_or(1);
        if (um || units.empty()) header.spacing = statedSpacing({x * unit, y * unit, x * unit}, um.has_value(), header.remark);
        if (units.empty())
            header.withoutUnit = "GSF XReal";
        else if (!um)
            stored.facts.unread.push_back("GSF XYUnits '" + printable(units) + "'");
    } else {
        for (const char* const key : {"XReal", "YReal"})
            if (const std::string said = text(key); !said.empty())
                stored.facts.unread.push_back("GSF " + std::string(key) + " '" + printable(said) + "'");
    }
    constexpr std::size_t block = 4;
    stored.voxels.file = file;
    stored.voxels.fileOffset = (end / block + 1) * block;
    checkLength(stored);
    return stored;
}

}  // namespace

StoredFormat gsf() {
    return {"GSF", {".gsf"}, isGsf, gsfIn};
}

}  // namespace coarsen::volumes
