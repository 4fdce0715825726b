// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the pages that are made into the sources: `cmake --build build --target pages`.
#include "core/base/files.hpp"
#include "tests/pages/made_pages.hpp"
#include "tests/support/folders.hpp"

#include <cstdio>
#include <exception>

int main() {
    try {
        for (const coarsen::pages::MadePage& page : coarsen::pages::madePages()) {
            coarsen::writeWhole(coarsen::test::sourceFolder() / page.file, page.text);
            std::printf("%s\n", page.file.c_str());
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "remake_pages: %s\n", error.what());
        return 1;
    }
}
