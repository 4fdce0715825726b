// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.hpp"

#include "tests/fuzz/fuzz.hpp"

/// A session that can be read loses nothing when it is written, read and written again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const std::filesystem::path folder = "/series", file = folder / "session.coarsen";
    fuzz::parseOrRefuse([&] {
        const Session session = sessionFromJson(fuzz::textOf(data, size), file);
        const std::string written = sessionJson(session, folder);
        bool isSame = false;
        fuzz::parseOrRefuse([&] {
            const Session again = sessionFromJson(written, file);
            isSame = sessionJson(again, folder) == written && again.recipe == session.recipe &&
                     again.series.frames.size() == session.series.frames.size() && again.excluded == session.excluded &&
                     again.manualRMaxPx == session.manualRMaxPx && again.results.size() == session.results.size();
        });
        fuzz::require(isSame);
    });
    return 0;
}
