// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_journal.hpp"

#include "core/session/frame_result_json.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>

/// The journal of an interrupted run, of the run {"recipe":"r","input":"i","engine":"e"}; its rows lose nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    static const TemporaryFolder folder;
    std::ofstream(folder / RunJournal::fileName) << fuzz::textOf(data, size);  // quick: need not outlast a power cut
    fuzz::parseOrRefuse([&] {
        for (const auto& [frame, row] : readJournal(folder.path(), {"r", "i", "e"}, 1000).rows) {
            const std::string written = storedRowJson({*row});
            bool isSame = false;
            fuzz::parseOrRefuse([&] { isSame = storedRowJson({storedRowFromJson(written)}) == written; });
            fuzz::require(isSame);
        }
    });
    return 0;
}
