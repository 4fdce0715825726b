// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_texts.hpp"

#include "core/base/parallel.hpp"

#include <cstddef>
#include <vector>

namespace coarsen {

std::string textOfRows(const FrameResults& rows, const std::function<std::string(const FrameResult&)>& text,
                       std::string_view between) {
    std::vector<const FrameResult*> ordered;
    ordered.reserve(rows.size());
    for (const auto& [frame, row] : rows)
        ordered.push_back(row.get());
    std::vector<std::string> texts(ordered.size());
    parallelForShort(ordered.size(), [&](std::size_t i) { texts[i] = text(*ordered[i]); });
    std::size_t length = between.size() * texts.size();
    for (const std::string& one : texts)
        length += one.size();
    std::string all;
    all.reserve(length);
    for (const std::string& one : texts)
        all.append(&one == &texts.front() ? std::string_view() : between).append(one);
    return all;
}

}  // namespace coarsen
