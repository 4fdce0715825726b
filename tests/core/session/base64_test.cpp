// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/base64.hpp"

#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace coarsen {
namespace {

TEST(Base64, OfOneIsItsFourLittleEndianBytes) {  // 00 00 80 3f
    EXPECT_EQ(base64Of({1.0f}), "AACAPw==");
}

TEST(Base64, GivesBackEveryBit) {
    const std::vector<float> values{0.0f,
                                    -0.0f,
                                    1.5f,
                                    -2.25e-30f,
                                    std::numeric_limits<float>::max(),
                                    std::numeric_limits<float>::quiet_NaN(),
                                    std::numeric_limits<float>::denorm_min()};
    for (std::size_t count = 0; count <= values.size(); ++count) {
        const std::vector<float> part(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));

        const std::vector<float> back = floatsFromBase64(base64Of(part));

        ASSERT_EQ(back.size(), count);
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(back[i]), std::bit_cast<std::uint32_t>(part[i]));
    }
}

TEST(Base64, OfMoreThanLibcryptoTakesAtOnceIsWhole) {
    std::vector<float> values(900'001);
    std::iota(values.begin(), values.end(), 0.5f);

    EXPECT_EQ(floatsFromBase64(base64Of(values)), values);
}

TEST(Base64, RefusesWhatIsNotWholeFloats) {
    for (const char* text :
         {"AACAP!==", "AACA", "AACAPw", "AACAPw=", "AA=APw==", "AACAP===", " AACAPw=", "AACAPw==\n\n\n\n", "===="})
        EXPECT_THROW(floatsFromBase64(text), InputError) << text;
}

}  // namespace
}  // namespace coarsen
