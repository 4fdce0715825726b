// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds the program: closed streams, full devices, limits, folders that are gone.
#include "tests/nasty/nasty_input.hpp"
#include "tests/support/sanitized.hpp"

#include <tuple>

namespace coarsen::nasty {

namespace {

namespace fs = std::filesystem;

NastyInput measured(const std::string& name, const std::string& before) {
    return {.name = name, .make = make::images(), .answer = {.frames = "ok ok ok"}, .before = before};
}

NastyInput refused(const std::string& name, const std::string& before, const std::vector<std::string>& words) {
    return {.name = name, .make = make::images(), .answer = {.status = 2, .words = words}, .before = before};
}

}  // namespace

NastyInputs nastyEnvironments() {
    NastyInputs all{
        measured("StandardOutputClosed", "exec >&-"),
        measured("AllStandardStreamsClosed", "exec <&- >&- 2>&-"),
        measured("StandardOutputFull", "exec >/dev/full"),
        measured("AForeignLocale", "export LC_ALL=de_DE.UTF-8 LANG=xx_YY"),
        measured("NoEnvironment", "unset HOME PATH LANG TMPDIR XDG_RUNTIME_DIR"),
        measured("NoTemporaryFolder", "export TMPDIR=/nonexistent HOME=/nonexistent"),
        measured("TheFolderItStartsInIsGone", "d=$(mktemp -d); cd $d; rmdir $d"),
        measured("ASmallStack", "ulimit -s 256"),
        refused("FilesMayNotGrow", "ulimit -f 2", {"could not be written", "File too large"}),
    };
    if (!test::sanitized()) {  // a sanitizer maps terabytes, and opens files, for itself
        all.push_back(refused("FewOpenFiles", "ulimit -n 6", {"Too many open files"}));
        for (const int megabytes : {100, 150, 200})  // where libraries hung or aborted
            all.push_back(refused("AddressSpaceOf" + std::to_string(megabytes) + "Megabytes",
                                  "ulimit -v " + std::to_string(megabytes * 1024), {"address space:", "ulimit -v unlimited"}));
        for (const int megabytes : {280, 500, 1500})
            all.push_back(measured("AddressSpaceOf" + std::to_string(megabytes) + "Megabytes",
                                   "ulimit -v " + std::to_string(megabytes * 1024)));
    }
    for (const auto& [name, size, words] :
         {std::tuple{"MemoryOfOneMegabyte", "1MB", "may be used"}, std::tuple{"MemoryWithoutAUnit", "4", "'4' is no size"},
          std::tuple{"MemoryOfNothing", "0GB", "'0GB' is no size"}}) {
        all.push_back(refused(name, "", {words}));
        all.back().command = {"analyze", "@/images", "-o", "@/out", "--memory", size};
    }
    for (NastyInput& input : all)
        if (input.name == "FilesMayNotGrow") input.made = {"out/.coarsen-run.jsonl"};  // which --resume continues
    all.push_back({.name = "RecipeIntoAFullDevice",
                   .make = [](const fs::path&) {},
                   .command = {"recipe"},
                   .answer = {.status = 1, .words = {"standard output could not be written"}},
                   .before = "exec >/dev/full"});
    all.push_back({.name = "ARelativePathFromAFolderThatIsGone",
                   .make = make::images(),
                   .command = {"analyze", "images", "-o", "out"},
                   .answer = {.status = 2, .words = {"the folder that the program was started in is gone"}},
                   .before = "d=$(mktemp -d); cd $d; rmdir $d"});
    return all;
}

}  // namespace coarsen::nasty
