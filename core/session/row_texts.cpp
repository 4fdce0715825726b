// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_texts.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <vector>

namespace coarsen {

namespace {
constexpr std::size_t atOnce = 4096;  // some megabytes of text
}

void textsInOrder(std::size_t count, const std::function<std::string(std::size_t)>& text, std::string_view between,
                  const TextSink& sink) {
    for (std::size_t done = 0; done < count; done += atOnce) {
        std::vector<std::string> texts(std::min(atOnce, count - done));
        parallelForShort(texts.size(), [&](std::size_t i) { texts[i] = text(done + i); });
        std::string piece;
        for (std::size_t i = 0; i < texts.size(); ++i)
            piece.append(done + i == 0 ? std::string_view() : between).append(texts[i]);
        sink(piece);
    }
}

void textsOfRows(const FrameResults& rows, const std::function<std::string(const FrameResult&)>& text, const TextSink& sink) {
    std::vector<const FrameResult*> ordered;
    ordered.reserve(rows.size());
    for (const auto& [frame, row] : rows)
        ordered.push_back(row.get());
    textsInOrder(
        ordered.size(), [&](std::size_t i) { return text(*ordered[i]); }, {}, sink);
}

}  // namespace coarsen
