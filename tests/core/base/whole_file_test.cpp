// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/whole_file.hpp"

#include "core/base/sha256.hpp"
#include "core/base/sha256_sum.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace coarsen {
namespace {

std::string wholeTextOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(WholeFile, IsTheOldOneUntilItIsFinished) {
    const TemporaryFolder folder;
    std::ofstream(folder / "table.csv") << "old";
    {
        WholeFile left(folder / "table.csv");
        left.add("new ");
    }
    EXPECT_EQ(wholeTextOf(folder / "table.csv"), "old");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "."), {}), 1) << "nothing is left beside it";
    WholeFile whole(folder / "table.csv");
    whole.add("new ");
    whole.add("one");
    EXPECT_EQ(wholeTextOf(folder / "table.csv"), "old");
    whole.finish();
    EXPECT_EQ(wholeTextOf(folder / "table.csv"), "new one");
}

TEST(Sha256, OfPiecesIsThatOfTheWhole) {
    Sha256 sum;
    for (const std::string_view piece : {"new ", "one"})
        sum.add(std::as_bytes(std::span(piece)));
    EXPECT_EQ(sum.text(), sha256("new one"));
}

}  // namespace
}  // namespace coarsen
