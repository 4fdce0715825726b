// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/parallel.hpp"
#include "core/base/sha256.hpp"

#include <algorithm>
#include <system_error>

namespace coarsen {

namespace {
enum class InputState { same, missing, changed };

InputState stateOf(const FrameSource& source, const FrameResult& row) {
    std::error_code missing;
    const auto size = std::filesystem::file_size(source.file, missing);
    if (missing) return InputState::missing;
    if (row.inputSha256.empty()) return InputState::same;  // it could not be read when measured either
    if (size != row.inputBytes) return InputState::changed;
    try {
        return sha256(readWhole(source.file)) == row.inputSha256 ? InputState::same : InputState::changed;
    } catch (const InputError&) {
        return InputState::missing;
    }
}
}  // namespace

bool Session::isUpToDate(int frame) const {
    const auto hash = resultHashes.find(frame);
    return results.contains(frame) && hash != resultHashes.end() && hash->second == measurementHash(recipe, files);
}

std::set<int> Session::framesUpToDate() const {
    const std::string today = measurementHash(recipe, files);
    std::set<int> frames;
    for (const auto& [frame, hash] : resultHashes)
        if (hash == today && results.contains(frame)) frames.insert(frame);
    return frames;
}

std::vector<FrameResult> Session::rows() const {
    std::vector<FrameResult> rows;
    rows.reserve(results.size());
    for (const auto& [frame, row] : results)
        rows.push_back(row);
    return rows;
}

InputCheck checkInputs(const Session& session) {
    std::vector<int> frames;
    for (const auto& [frame, row] : session.results)
        if (frame >= 0 && static_cast<std::size_t>(frame) < session.series.frames.size()) frames.push_back(frame);
    std::vector<InputState> states(frames.size());
    parallelFor(frames.size(), 0, [&](std::size_t i) {
        states[i] = stateOf(session.series.frames[static_cast<std::size_t>(frames[i])], session.results.at(frames[i]));
    });
    InputCheck check;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (states[i] == InputState::missing) check.missing.push_back(frames[i]);
        if (states[i] == InputState::changed) check.changed.push_back(frames[i]);
    }
    return check;
}

}  // namespace coarsen
