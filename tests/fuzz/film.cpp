// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/film.hpp"

#include "core/image/video_module/reader.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

/// A film's list of frames, and some of its frames in an order that makes the reader jump.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    av_log_set_level(AV_LOG_QUIET);
    const fuzz::MemoryFile file(data, size);
    try {
        const auto contents = std::make_shared<const video::Contents>(video::contentsOf(file.path()));
        const int pages = static_cast<int>(contents->packetOf.size());
        fuzz::require(pages > 0 && contents->timesS.size() == contents->packetOf.size());
        video::Reader reader(file.path(), contents);
        for (const int page : {0, pages - 1, pages / 2}) {
            try {
                const video::Picture picture = reader.picture(page);
                fuzz::require(picture.width > 0 && picture.height > 0);
            } catch (const video::Refusal&) {
            }
        }
    } catch (const video::Refusal&) {
    }
    return 0;
}
