// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_texts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace coarsen {
namespace {

TEST(TextsInOrder, AreOneTextInSeveralPieces) {
    constexpr std::size_t count = 10000;
    std::string pieces, whole;
    int calls = 0;
    textsInOrder(
        count, [](std::size_t i) { return std::to_string(i); }, ",",
        [&](std::string_view piece) {
            pieces += piece;
            ++calls;
        });
    for (std::size_t i = 0; i < count; ++i)
        whole += (i > 0 ? "," : "") + std::to_string(i);
    EXPECT_EQ(pieces, whole);
    EXPECT_GT(calls, 1);
}

}  // namespace
}  // namespace coarsen
