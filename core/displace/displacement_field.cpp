// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/displacement_field.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/displace/median_test.hpp"
#include "core/displace/patch_matcher.hpp"
#include "core/displace/prepared_picture.hpp"
#include "core/displace/smooth_flow.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>

namespace coarsen {

namespace {

void requireFitting(const FieldSettings& settings, int width, int height) {
    const int shorter = std::min(width, height);
    if (settings.patchPx < smallestPatchPx)
        throw SettingError("patches", "patches of " + std::to_string(settings.patchPx) + " px hold too few pixels",
                           "choose at least " + std::to_string(smallestPatchPx));
    if (settings.patchPx > shorter)
        throw SettingError("patches",
                           "a patch of " + std::to_string(settings.patchPx) + " px does not fit into images of " +
                               std::to_string(width) + " x " + std::to_string(height) + " px",
                           shorter < smallestPatchPx ? "the images are too small" : "choose at most " + std::to_string(shorter));
    if (settings.stepPx < 1) throw SettingError("step", "patches must lie at least 1 px apart", "choose half of their size");
    if (settings.passes < 1) throw SettingError("passes", "there must be at least one", "choose 3");
}

/// The patches of a pass, the last of which is 0: larger the earlier, in the same proportion to their step.
PatchGrid gridOf(const FieldSettings& settings, int passesLeft, int width, int height) {
    PatchGrid grid{width, height, settings.patchPx, settings.stepPx};
    for (int pass = 0; pass < passesLeft && 4 * grid.sizePx <= std::min(width, height); ++pass) {
        grid.sizePx *= 2;
        grid.stepPx *= 2;
    }
    return grid;
}

/// Every patch of the grid, on all threads; nothing after a stop.
std::optional<std::vector<PatchMatch>> matches(const PatchGrid& grid, const DrawnPicture& here, const DrawnPicture& moved,
                                               bool isLast, int threads, std::stop_token stop) {
    std::vector<PatchMatch> found(grid.count());
    const auto workers =
        std::min<std::size_t>(static_cast<std::size_t>(threadCount(threads)), static_cast<std::size_t>(grid.rows()));
    std::atomic<int> next = 0;
    parallelFor(workers, static_cast<int>(workers), [&](std::size_t) {
        PatchMatcher matcher(here, moved, grid.sizePx);
        for (int row = next++; row < grid.rows() && !stop.stop_requested(); row = next++)
            for (int column = 0; column < grid.columns(); ++column)
                found[static_cast<std::size_t>(row * grid.columns() + column)] =
                    matcher.at(column * grid.stepPx, row * grid.stepPx, isLast);
    });
    if (stop.stop_requested()) return std::nullopt;
    return found;
}

}  // namespace

std::vector<PatchMove> displacementField(const MaskedImage& a, const MaskedImage& b, const FieldSettings& settings,
                                         std::stop_token stop) {
    const int width = a.image.width(), height = a.image.height();
    requireFitting(settings, width, height);
    const MaskedImage pictures[] = {a, b};
    PreparedPicture prepared[2];
    parallelFor(2, settings.threads, [&](std::size_t i) { prepared[i] = preparedPicture(pictures[i]); });
    if (!prepared[0].isReadable() || !prepared[1].isReadable()) return {};
    const DrawnPicture here{viewOf(prepared[0].smooth), viewOf(prepared[0].inner)};
    const DrawnPicture there{viewOf(prepared[1].smooth), viewOf(prepared[1].inner)};

    std::optional<SmoothFlow> flow;
    for (int passesLeft = settings.passes - 1;; --passesLeft) {
        const PatchGrid grid = gridOf(settings, passesLeft, width, height);
        const DrawnPicture drawn = flow ? drawnThrough(*flow, there.picture, there.valid, settings.threads) : there;
        const auto found = matches(grid, here, drawn, passesLeft == 0, settings.threads, stop);
        if (!found) return {};
        std::vector<Move> moves;
        std::vector<PatchMove> field;
        for (std::size_t i = 0; i < found->size(); ++i) {
            const PatchMatch& match = (*found)[i];
            const int column = static_cast<int>(i) % grid.columns(), row = static_cast<int>(i) / grid.columns();
            const double x = grid.centre(column), y = grid.centre(row);
            const Move before = flow ? flow->at(x, y) : Move{0, 0};
            moves.push_back({before.x + match.move.x, before.y + match.move.y});
            field.push_back({x, y, moves.back(), match.errorPx, match.peakRatio, match.isSettled});
        }
        std::vector<bool> good = fitNeighbours(moves, grid.columns());
        for (std::size_t i = 0; i < found->size(); ++i)
            good[i] = field[i].isValid = good[i] && field[i].isValid;
        if (passesLeft == 0) return field;
        flow.emplace(grid, withGapsFilled(std::move(moves), std::move(good), grid.columns()));
    }
}

}  // namespace coarsen
