// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/claimed_folder.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace coarsen {
namespace {

namespace fs = std::filesystem;

class AClaimedFolder : public testing::Test {
protected:
    TemporaryFolder above_;
    fs::path folder_ = above_ / "a" / "b";
};

TEST_F(AClaimedFolder, IsHeldByOneAtATime) {
    {
        const ClaimedFolder first(folder_);
        EXPECT_THROW(ClaimedFolder{folder_}, StorageError);
    }
    EXPECT_NO_THROW(ClaimedFolder{folder_});
}

TEST_F(AClaimedFolder, ThatWasMadeForNothingGoesAgain) {
    fs::create_directory(above_ / "a");
    { const ClaimedFolder unused(folder_); }
    EXPECT_TRUE(fs::is_empty(above_ / "a")) << "and what was there before stays";
    {
        const ClaimedFolder used(folder_);
        writeWhole(folder_ / "table.csv", std::string_view("a,b\n"));
    }
    EXPECT_TRUE(fs::exists(folder_ / "table.csv"));
}

TEST_F(AClaimedFolder, IsMadeAndHeldAgainWhereItIsRemovedReplacedOrMoved) {
    ClaimedFolder held(folder_);
    EXPECT_FALSE(held.renew());
    fs::remove_all(above_ / "a");
    EXPECT_TRUE(held.renew());
    fs::rename(folder_, above_ / "moved");
    fs::create_directory(folder_);
    EXPECT_FALSE(held.isThere()) << "another one has its name";
    EXPECT_TRUE(held.renew());
    EXPECT_THROW(ClaimedFolder{folder_}, StorageError);
    EXPECT_NO_THROW(ClaimedFolder{above_ / "moved"});
}

TEST_F(AClaimedFolder, IsClearedOfWhatAKilledProgramLeft) {
    fs::create_directories(folder_);
    writeWhole(folder_ / ".coarsen-aB3xY9", std::string_view("half a"));
    const ClaimedFolder held(folder_);
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(AClaimedFolder, IsNeverAFile) {
    fs::create_directory(above_ / "a");
    writeWhole(folder_, std::string_view("a file"));
    EXPECT_THROW(ClaimedFolder{folder_}, StorageError);
}

}  // namespace
}  // namespace coarsen
