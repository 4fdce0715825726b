// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <set>
#include <utility>
#include <vector>

namespace coarsen {

/// Rows of a series, where they are held anyway: what looks at all of a long series has no copy of their curves.
///
/// Use, given `const FrameResults& results`:
///
///     double largest = 0;
///     const RowList rows = rowsMarked(results, {});  // named: it outlives the loop
///     for (const FrameResult& row : rows.all())
///         largest = std::fmax(largest, row.rMax.px);
class RowList {
public:
    RowList() = default;
    /// Rows that outlive the list.
    RowList(const std::vector<FrameResult>& rows) {
        rows_.reserve(rows.size());
        for (const FrameResult& row : rows)
            rows_.emplace_back(SharedResult(), &row);
    }

    void add(SharedResult row) { rows_.push_back(std::move(row)); }
    template <typename Place>
    void sort(const Place& placeOf) {
        std::ranges::sort(rows_, {}, [&](const SharedResult& row) { return placeOf(*row); });
    }
    std::size_t size() const { return rows_.size(); }
    const FrameResult& operator[](std::size_t place) const { return *rows_[place]; }
    auto all() const {
        return rows_ | std::views::transform([](const SharedResult& row) -> const FrameResult& { return *row; });
    }

private:
    std::vector<SharedResult> rows_;
};

/// The rows in frame order, marked by today's exclusions.
inline RowList rowsMarked(const FrameResults& results, const std::set<int>& excluded) {
    RowList rows;
    for (const auto& [frame, row] : results) {
        const FrameStatus status = statusOf(*row, excluded.contains(frame));
        if (status == row->status) {
            rows.add(row);
            continue;
        }
        FrameResult marked = *row;
        marked.status = status;
        rows.add(shared(std::move(marked)));
    }
    return rows;
}

}  // namespace coarsen
