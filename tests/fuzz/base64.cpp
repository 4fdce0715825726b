// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/base64.hpp"

#include "tests/fuzz/fuzz.hpp"

#include <cstring>

/// As a text, and as values that come back bit by bit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    fuzz::parseOrRefuse([&] { floatsFromBase64(fuzz::textOf(data, size)); });
    std::vector<float> values(size / sizeof(float));
    if (values.empty()) return 0;
    std::memcpy(values.data(), data, values.size() * sizeof(float));
    const std::vector<float> again = floatsFromBase64(base64Of(values));
    fuzz::require(again.size() == values.size() && std::memcmp(again.data(), values.data(), values.size() * sizeof(float)) == 0);
    return 0;
}
