// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/row_notes.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace coarsen {

namespace {

constexpr int mostNamed = 3;

std::string withoutNumbers(std::string text) {
    std::erase_if(text, [](unsigned char c) { return std::isdigit(c) || c == '.'; });
    return text;
}

}  // namespace

bool isComplete(const FrameResult& row, const Recipe& recipe, const std::string& length) {
    if (row.status == FrameStatus::excluded) return true;
    const bool hasSurface = row.surface || !recipe.surface.isOn || row.image.depthPx == 0;
    return row.status != FrameStatus::failed && row.hasLength(length) && hasSurface;
}

void RowNotes::say(const FrameResult& row, const Recipe& recipe, const std::string& length) {
    if (isComplete(row, recipe, length)) return;
    const bool lacksLength = row.status == FrameStatus::ok && !row.hasLength(length);
    const std::string& reason = lacksLength ? row.length(length).message : row.message;
    const std::string beginning = row.file + ": ", status = ", " + std::string(nameOf(row.status)) + ": ";
    const bool namesFile = reason.starts_with(row.file);
    const std::string ofAll = reason.starts_with(beginning) ? reason.substr(beginning.size()) : reason;
    const std::string sentence =
        "frame " + std::to_string(row.frame) + (namesFile ? "" : " (" + row.file + ")") + status + reason;
    Kind& kind = kinds_[status + withoutNumbers(ofAll)];
    if (kind.named < mostNamed) {
        ++kind.named;
        return report_.say(sentence);
    }
    ++kind.more;
    kind.latest = sentence;
}

void RowNotes::sayRest() {
    for (auto& [key, kind] : kinds_) {
        const int more = std::exchange(kind.more, 0);
        if (more == 1) report_.say(kind.latest);
        if (more > 1) report_.say(std::to_string(more) + " more frames, the last of them " + kind.latest);
    }
}

}  // namespace coarsen
