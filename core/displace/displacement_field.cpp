// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/displacement_field.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/displace/median_test.hpp"
#include "core/displace/patch_matcher.hpp"
#include "core/displace/prepared_picture.hpp"
#include "core/displace/smooth_flow.hpp"
#include "core/displace/weighed_moves.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>
#include <string>

namespace coarsen {

namespace {

/// Enough for gradients of particles of 2 px; a pixel would take a fifth of what they say. Less, and drawing b again between its
/// pixels would shift it by a hundredth.
constexpr double smoothingPx = 0.7;

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
    if (settings.step() < 1) throw SettingError("step", "patches must lie at least 1 px apart", "choose half of their size");
    if (settings.passes < 1) throw SettingError("passes", "there must be at least one", "choose 3");
}

/// The patches of a pass, the last of which is 0: larger the earlier, in the same proportion to their step.
PatchGrid gridOf(const FieldSettings& settings, int passesLeft, int width, int height) {
    PatchGrid grid{width, height, settings.patchPx, settings.step()};
    for (int pass = 0; pass < passesLeft && 4 * grid.sizePx <= std::min(width, height); ++pass) {
        grid.sizePx *= 2;
        grid.stepPx *= 2;
    }
    return grid;
}

/// Every patch of the grid, on all threads; nothing after a stop.
std::optional<std::vector<PatchMatch>> matches(const PatchGrid& grid, const DrawnPicture& here, const DrawnPicture& moved,
                                               PatchCare care, int threads, std::stop_token stop) {
    std::vector<PatchMatch> found(grid.count());
    const std::size_t workers = std::min(static_cast<std::size_t>(threadCount(threads)), found.size());
    std::atomic<std::size_t> next = 0;
    parallelFor(workers, static_cast<int>(workers), [&](std::size_t) {
        PatchMatcher matcher(here, moved, grid.sizePx);
        for (std::size_t i = next++; i < found.size() && !stop.stop_requested(); i = next++)
            found[i] = matcher.at(static_cast<int>(i) % grid.columns() * grid.stepPx,
                                  static_cast<int>(i) / grid.columns() * grid.stepPx, care);
    });
    if (stop.stop_requested()) return std::nullopt;
    return found;
}

/// The same by the peak alone, on pictures of half the size: a sixth of the time, and near enough for the passes that follow.
std::optional<std::vector<PatchMatch>> coarseMatches(const PatchGrid& grid, const DrawnPicture& here, const DrawnPicture& moved,
                                                     int threads, std::stop_token stop) {
    if (grid.sizePx % 2 != 0 || grid.stepPx % 2 != 0 || grid.sizePx < 2 * smallestPatchPx)
        return matches(grid, here, moved, PatchCare::peak, threads, stop);
    // As many patches as the whole picture has, also where an odd last row or column is left out.
    const PatchGrid half{grid.width / 2, grid.height / 2, grid.sizePx / 2, grid.stepPx / 2};
    auto found = matches(half, halved(here), halved(moved), PatchCare::peak, threads, stop);
    if (found)
        for (PatchMatch& match : *found)
            match.move = {2 * match.move.x, 2 * match.move.y};
    return found;
}

/// Moves of the patches, on top of the flow that they began with.
std::vector<PatchMove> fieldOf(const PatchGrid& grid, const std::vector<PatchMatch>& found,
                               const std::optional<SmoothFlow>& flow) {
    std::vector<PatchMove> field;
    std::vector<Move> moves;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const PatchMatch& match = found[i];
        const double x = grid.centre(static_cast<int>(i) % grid.columns()), y = grid.centre(static_cast<int>(i) / grid.columns());
        const Move before = flow ? flow->at(x, y) : Move{0, 0};
        moves.push_back({before.x + match.move.x, before.y + match.move.y});
        field.push_back({x, y, moves.back(), match.errorPx, match.peakRatio, match.isSettled});
    }
    const std::vector<bool> fit = fitNeighbours(moves, grid.columns());
    for (std::size_t i = 0; i < field.size(); ++i)
        field[i].isValid = field[i].isValid && fit[i];
    return field;
}

/// Takes from what the last pass adds to the flow before it what is only noise.
void weigh(std::vector<PatchMove>& field, const PatchGrid& grid, const SmoothFlow& flow, double flowError) {
    std::vector<Addition> additions;
    for (const PatchMove& patch : field) {
        const Move before = flow.at(patch.xPx, patch.yPx);
        additions.push_back(
            {{patch.move.x - before.x, patch.move.y - before.y}, patch.errorPx, patch.isValid && !std::isnan(patch.errorPx)});
    }
    const std::vector<Addition> better = weighed(additions, grid.columns(), flowError);
    for (std::size_t i = 0; i < field.size(); ++i) {
        if (!additions[i].isValid) continue;
        field[i].move.x += better[i].move.x - additions[i].move.x;
        field[i].move.y += better[i].move.y - additions[i].move.y;
        field[i].errorPx = better[i].errorPx;
    }
}

}  // namespace

const Fields<FieldSettings>& FieldSettings::fields() {
    using S = FieldSettings;
    static const Fields<S> list = {
        integerField(
            "patches", &S::patchPx, smallestPatchPx, 65536,
            {"Patches", "Side of square patches: how far each of them moved is found instead of one shift of the image.", "px"}),
        integerField("step", &S::stepPx, 0, 65536,
                     {"Step", "Distance from patch to patch; 0 takes half of their side.", "px", "", "half"}),
        integerField(
            "passes", &S::passes, 1, 8,
            {"Passes", "Number of passes, each with patches half as large as the one before, the last with those asked for."}),
    };
    return list;
}

std::vector<PatchMove> displacementField(const MaskedImage& a, const MaskedImage& b, const FieldSettings& settings,
                                         std::stop_token stop) {
    const int width = a.image.width(), height = a.image.height();
    requireFitting(settings, width, height);
    const MaskedImage pictures[] = {a, b};
    PreparedPicture prepared[2];
    parallelFor(2, settings.threads, [&](std::size_t i) { prepared[i] = preparedPicture(pictures[i], smoothingPx); });
    if (!prepared[0].isReadable() || !prepared[1].isReadable()) return {};
    const DrawnPicture here{viewOf(prepared[0].smooth), viewOf(prepared[0].inner)};
    const DrawnPicture there{viewOf(prepared[1].smooth), viewOf(prepared[1].inner)};

    std::optional<SmoothFlow> flow;
    double flowError = 0;  // in errors of the next pass's patches
    for (int passesLeft = settings.passes - 1;; --passesLeft) {
        const PatchGrid grid = gridOf(settings, passesLeft, width, height);
        const DrawnPicture drawn = flow ? drawnThrough(*flow, there.picture, there.valid, settings.threads) : there;
        const auto found = passesLeft > 1 ? coarseMatches(grid, here, drawn, settings.threads, stop)
                                          : matches(grid, here, drawn, passesLeft == 0 ? PatchCare::settled : PatchCare::step,
                                                    settings.threads, stop);
        if (!found) return {};
        std::vector<PatchMove> field = fieldOf(grid, *found, flow);
        if (passesLeft == 0) {
            if (flow) weigh(field, grid, *flow, flowError);
            return field;
        }
        std::vector<Move> moves;
        std::vector<bool> good;
        for (const PatchMove& patch : field) {
            moves.push_back(patch.move);
            good.push_back(patch.isValid);
        }
        flow.emplace(grid, withGapsFilled(std::move(moves), std::move(good), grid.columns()));
        flowError = errorOfSmoothFlow(grid) * gridOf(settings, passesLeft - 1, width, height).sizePx / grid.sizePx;
    }
}

}  // namespace coarsen
