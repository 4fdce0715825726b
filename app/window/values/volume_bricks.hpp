// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/volume_brick.hpp"
#include "core/series/image_series.hpp"

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace coarsen::window {

/// The bricks used last, as many as a part of the memory that may be used holds: scrubbing to and fro reads nothing again.
/// For all threads.
///
/// Use, given `VolumeBricks& bricks, const FrameSource& source, const VolumeBricks::Brick& read`:
///
///     const std::string key = VolumeBricks::keyOf(source, 0);
///     if (!bricks.has(key)) bricks.add(key, read);
///     const VolumeBricks::Brick brick = bricks.find(key);
class VolumeBricks {
public:
    using Brick = std::shared_ptr<const VolumeBrick>;

    /// Key of a frame as it was when files were last known to have changed.
    static std::string keyOf(const FrameSource& source, int edition);

    Brick find(const std::string& key);  ///< and it is the latest; nullptr where there is none
    bool has(const std::string& key) const;
    /// The latest one has room whatever its size.
    void add(const std::string& key, Brick brick);
    /// True where one more of so many bytes has room beside those that are there: what may be shown next pushes nothing out.
    bool hasRoomFor(std::size_t bytes) const;
    void clear();

private:
    static std::size_t budget();

    mutable std::mutex mutex_;
    std::list<std::pair<std::string, Brick>> bricks_;  // guarded; the latest first
    std::size_t bytes_ = 0;                            // guarded
};

}  // namespace coarsen::window
