// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.hpp"

#include "core/analysis/drift.hpp"
#include "core/analysis/growth_points.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume_files/volume_files.hpp"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {
enum class InputState { same, missing, changed };

/// The SHA-256 of files, each kept for the next frame of it.
class Sums {
public:
    explicit Sums(std::stop_token stop) : stop_(std::move(stop)) {}

    const std::string& of(const std::filesystem::path& file) {
        std::string& sum = known_[file];
        if (sum.empty()) sum = inputSha256(file, stop_);
        return sum;
    }

private:
    std::map<std::filesystem::path, std::string> known_;
    std::stop_token stop_;
};

InputState stateOf(const FrameSource& source, const FrameResult& row, Sums& sums, const std::stop_token& stop) {
    std::error_code unknown;
    if (!std::filesystem::exists(source.file, unknown)) return InputState::missing;
    if (row.inputSha256.empty()) return InputState::same;  // it could not be read when measured either
    try {
        if (inputBytes(source.file) != row.inputBytes) return InputState::changed;
        bool isSame = sums.of(source.file) == row.inputSha256;
        if (isSame && !row.channelsSha256.empty()) {
            std::vector<std::string> ofChannels;
            for (const std::filesystem::path& file : furtherFiles(source))
                ofChannels.push_back(sums.of(file));
            isSame = sha256OfAll(ofChannels) == row.channelsSha256;
        }
        return stop.stop_requested() || isSame ? InputState::same : InputState::changed;
    } catch (const InputError&) {
        return InputState::missing;
    }
}
}  // namespace

ResultKeys Session::keysOfToday() const {
    ResultKey common = commonKey(measurementHash(recipe, files) + volumeKey(series), calibration);
    if (needsDrift(recipe)) common.measurement += orderKey(series);  // the drift is from neighbour to neighbour
    return {std::move(common), manualRMaxPx};
}

bool Session::isUpToDate(int frame) const {
    const auto key = resultKeys.find(frame);
    return results.contains(frame) && key != resultKeys.end() && key->second == keysOfToday().of(frame);
}

std::set<int> Session::framesUpToDate() const {
    const ResultKeys today = keysOfToday();
    std::set<int> frames;
    for (const auto& [frame, key] : resultKeys)
        if (key == today.of(frame) && results.contains(frame)) frames.insert(frame);
    return frames;
}

std::vector<FrameResult> Session::rows() const {
    std::vector<FrameResult> rows;
    rows.reserve(results.size());
    for (const auto& [frame, row] : results) {
        rows.push_back(*row);
        rows.back().status = statusOf(*row, excluded.contains(frame));
    }
    return rows;
}

GrowthSeries growthOf(const Session& session) {
    RowList rows = rowsMarked(session.results, session.excluded);
    if (session.series.order == FrameOrder::time) {
        const auto sequence = sequenceOf(session.series);
        rows.sort([&](const FrameResult& row) { return sequence.placeOf(row.frame); });
    }
    GrowthSeries growth = growthSeries(rows, session.neighbourCorrelations, session.calibration, fitOf(session.recipe).length);
    growth.firstTime = firstTime(session.series);
    return growth;
}

InputCheck checkInputs(const Session& session, int threads, std::stop_token stop) {
    const auto sourceOf = [&](int frame) -> const FrameSource& { return session.series.frames[static_cast<std::size_t>(frame)]; };
    std::map<std::filesystem::path, std::vector<int>> framesOf;
    for (const auto& [frame, row] : session.results)
        if (frame >= 0 && static_cast<std::size_t>(frame) < session.series.frames.size())
            framesOf[sourceOf(frame).file].push_back(frame);
    const std::vector<std::pair<std::filesystem::path, std::vector<int>>> files(framesOf.begin(), framesOf.end());
    std::vector<std::vector<InputState>> states(files.size());
    parallelFor(
        files.size(), threads,
        [&](std::size_t i) {
            Sums sums(stop);
            for (const int frame : files[i].second)
                states[i].push_back(stateOf(sourceOf(frame), *session.results.at(frame), sums, stop));
        },
        stop);
    InputCheck check;
    for (std::size_t i = 0; i < files.size(); ++i)
        for (std::size_t k = 0; k < states[i].size(); ++k) {
            if (states[i][k] == InputState::missing) check.missing.push_back(files[i].second[k]);
            if (states[i][k] == InputState::changed) check.changed.push_back(files[i].second[k]);
        }
    std::ranges::sort(check.missing);
    std::ranges::sort(check.changed);
    return check;
}

}  // namespace coarsen
