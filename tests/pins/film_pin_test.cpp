// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pins/measured_case.hpp"

#include <gtest/gtest.h>

namespace coarsen::test {
namespace {

TEST(FilmPin, IsMeasuredAgain) {
    expectPinned("film");
}

}  // namespace
}  // namespace coarsen::test
