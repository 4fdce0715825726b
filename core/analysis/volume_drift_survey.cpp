// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/volume_drift_survey.hpp"

#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/displace/volume_drift.hpp"
#include "core/preprocess/align.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace coarsen {

namespace {

/// One that stays where it is until it is known how far it has moved; empty where it cannot be read, which its row says.
Volume comparedVolume(const ImageSeries& series, int frame, const Recipe& recipe, int threads, std::stop_token stop) {
    const FrameSource& source = series.frames[static_cast<std::size_t>(frame)];
    try {
        if (!source.problem.empty()) return {};
        const Volume raw = readVolume(source.file, volumeOf(series, source), stop);
        return stop.stop_requested() ? Volume() : finalVolume(raw, recipe, {.frame = frame, .threads = threads, .stop = stop});
    } catch (const InputError&) {
        return {};
    }
}

/// Volumes one after the other; where each sits against the first.
class Followed {
public:
    Followed(ShiftReference reference, int threads) : againstFirst_(reference == ShiftReference::first), threads_(threads) {
        follower_.emplace(threads);
    }

    using Read = std::function<VolumeDriftFollower::Known(int place)>;
    /// As after those whose places were found; false where they cannot be read again.
    bool goOn(const std::vector<int>& found, const Read& read) {
        if (found.empty()) return true;
        if (againstFirst_) return next(read(found.front()).volume, {}).isFound();
        const int count = static_cast<int>(found.size()), fifth = VolumeDriftFollower::fifthOf(count);
        VolumeDriftFollower::Known last = read(found.back()), other = read(found[static_cast<std::size_t>(fifth)]);
        if (last.volume.isEmpty() || other.volume.isEmpty()) return false;
        follower_.emplace(threads_, count, std::move(last), std::move(other));
        return true;
    }

    VolumeShift next(const Volume& volume, std::stop_token stop) {
        if (volume.isEmpty()) return {};
        if (!againstFirst_) return follower_->next(volume, stop);
        if (first_.isEmpty()) {
            first_ = volume;
            finder_.emplace(volume.size(), threads_);
            return {0, 0, 0, 1};
        }
        return finder_->between(first_, volume, stop);
    }
    double variance() const { return follower_->variance(); }

private:
    bool againstFirst_;
    int threads_;
    std::optional<VolumeDriftFollower> follower_;
    Volume first_;
    std::optional<VolumeShiftFinder> finder_;
};

void requireMemoryToFollow(const ImageSeries& series, const Recipe& recipe, int threads) {
    constexpr std::size_t volumesHeld = 5, perVoxel = sizeof(float) + 1;  // two known ones, the next, and what it is made of
    const VolumeSize size = finalSize(series.volumes->first.size, recipe);
    const std::size_t needed =
        volumesHeld * perVoxel * series.volumes->first.size.voxels() + VolumeShiftFinder::bytes(size, threads);
    if (needed <= memoryBudget()) return;
    throw SettingError("memory",
                       "finding the drift of volumes of " + sizeText(size) + " needs about " + bytesText(needed) +
                           " of memory, and " + bytesText(memoryBudget()) + " may be used",
                       "crop them, allow more memory (--memory), or leave align out");
}

}  // namespace

Drift findVolumeDrift(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress,
                      std::stop_token stop, const Drift& before) {
    const Step* const align = recipe.step(Align::key);
    if (!align || !align->isOn() || series.frames.empty()) return {};
    const std::vector<int> order = framesInOrder(series);
    const Recipe inEvery = recipeInEveryFrame(recipe);
    requireMemoryToFollow(series, inEvery, threads);
    const ShiftReference reference = align->as<Align>()->reference;
    Followed followed(reference, threads);
    Drift drift;
    drift.order = order;
    drift.shifts.resize(order.size());
    drift.isKnown.resize(order.size());
    drift.errors.resize(order.size());
    drift.partsDifferPx.resize(order.size());
    drift.ofVolumes.resize(order.size());
    VolumeShift last{0, 0, 0, 0};
    std::size_t known = isOfBeginning(before, series) ? before.ofVolumes.size() : 0;
    std::vector<int> found;
    for (std::size_t place = 0; place < known; ++place) {
        const auto frame = static_cast<std::size_t>(order[place]);
        drift.shifts[frame] = before.shifts[frame];
        drift.isKnown[frame] = before.isKnown[frame];
        drift.ofVolumes[frame] = before.ofVolumes[frame];
        last = {drift.shifts[frame].x, drift.shifts[frame].y, drift.ofVolumes[frame].zPx, drift.shifts[frame].correlation};
        if (drift.isKnown[frame]) found.push_back(static_cast<int>(place));
    }
    const auto compared = [&](std::size_t place) { return comparedVolume(series, order[place], inEvery, threads, stop); };
    const bool goesOn = followed.goOn(found, [&](int place) -> VolumeDriftFollower::Known {
        const auto frame = static_cast<std::size_t>(order[static_cast<std::size_t>(place)]);
        const Shift& shift = drift.shifts[frame];
        return {compared(static_cast<std::size_t>(place)),
                {shift.x, shift.y, drift.ofVolumes[frame].zPx, shift.correlation},
                drift.ofVolumes[frame].variance};
    });
    if (!goesOn) known = 0;
    for (std::size_t place = known; place < order.size() && !stop.stop_requested(); ++place) {
        const VolumeShift shift = followed.next(compared(place), stop);
        const auto frame = static_cast<std::size_t>(order[place]);
        drift.isKnown[frame] = shift.isFound();
        if (shift.isFound()) last = shift;
        drift.shifts[frame] = {last.x, last.y, shift.isFound() ? shift.correlation : 0};
        drift.ofVolumes[frame] = {last.z, followed.variance()};
        if (progress) progress(static_cast<int>(place) + 1, static_cast<int>(order.size()));
    }
    if (stop.stop_requested()) return {};
    addDriftNotes(drift, reference);
    return drift;
}

}  // namespace coarsen
