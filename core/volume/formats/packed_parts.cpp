// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/packed_parts.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <list>
#include <mutex>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace coarsen::volumes {

namespace {

/// A file as it was when it was unpacked: written anew it is another one.
using PackedFile =
    std::tuple<std::filesystem::path, std::uintmax_t, std::filesystem::file_time_type, Packing, std::uintmax_t, std::uintmax_t>;

PackedFile identityOf(const StoredVoxels& voxels, std::uintmax_t all) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(voxels.file, unknown);
    return {voxels.file, size, std::filesystem::last_write_time(voxels.file, unknown), voxels.packing, voxels.fileOffset, all};
}

/// Places in unpacked bytes, in order; each takes some 40 kB.
using Marks = std::vector<std::pair<std::uintmax_t, std::shared_ptr<const VoxelBytes::Mark>>>;

/// Unpacks all of a file. Throws where it is damaged, or of another length. None after a stop.
Marks marksOf(const StoredVoxels& voxels, std::uintmax_t all, const std::stop_token& stop) {
    constexpr std::uintmax_t mostMarks = 256, nearest = 256 << 10;
    const std::uintmax_t step = std::max(nearest, all / mostMarks + 1);
    VoxelBytes source(voxels.file, voxels.packing, voxels.fileOffset);
    Marks marks;
    std::uintmax_t place = 0;
    for (; place + step < all; place += step) {
        marks.emplace_back(place, source.mark());
        source.skip(step, stop);
        if (stop.stop_requested()) return {};
    }
    marks.emplace_back(place, source.mark());
    source.checkEnd(all - place);
    return marks;
}

/// Tells whether the file can be told from what is written in its place: clocks of files tick every few milliseconds.
bool isSettled(const PackedFile& file) {
    constexpr std::chrono::seconds longEnough{2};
    return std::filesystem::file_time_type::clock::now() - std::get<2>(file) > longEnough;
}

/// The marks of the files that were asked for last. Threads that ask for one file wait for the first of them.
std::shared_ptr<const Marks> knownMarks(const StoredVoxels& voxels, std::uintmax_t all, const std::stop_token& stop) {
    constexpr std::size_t mostFiles = 2;
    static std::mutex mutex;
    static std::list<std::pair<PackedFile, std::shared_ptr<const Marks>>> known;
    const std::lock_guard lock(mutex);
    const PackedFile file = identityOf(voxels, all);
    const auto found = std::ranges::find_if(known, [&](const auto& one) { return one.first == file; });
    if (found != known.end()) {
        known.splice(known.begin(), known, found);
        return known.front().second;
    }
    const auto marks = std::make_shared<const Marks>(marksOf(voxels, all, stop));
    if (marks->empty() || !isSettled(file)) return marks;
    known.emplace_front(file, marks);
    if (known.size() > mostFiles) known.pop_back();
    return marks;
}

}  // namespace

PartBytes partBytesAt(const StoredVoxels& voxels, std::uintmax_t place, std::uintmax_t partBytes, std::uintmax_t all,
                      const std::stop_token& stop) {
    PartBytes part{std::make_unique<VoxelBytes>(voxels.file, voxels.packing, voxels.fileOffset), false};
    if (voxels.packing == Packing::none || partBytes >= all) {
        part.bytes->skip(voxels.offset + place);
        return part;
    }
    const std::uintmax_t from = voxels.offset + place;
    const auto marks = knownMarks(voxels, voxels.offset + all, stop);
    if (marks->empty()) return {};
    const auto behind =
        std::ranges::upper_bound(*marks, from, {}, &std::pair<std::uintmax_t, std::shared_ptr<const VoxelBytes::Mark>>::first);
    const auto& [start, mark] = *std::prev(behind);
    part.bytes->goOnFrom(*mark);
    part.bytes->skip(from - start);
    part.isChecked = true;
    return part;
}

}  // namespace coarsen::volumes
