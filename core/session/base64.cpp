// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/base64.hpp"

#include "core/base/error.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace coarsen {

namespace {

static_assert(std::endian::native == std::endian::little, "floats are written as they lie in memory");

// libcrypto takes lengths as int, so that long texts go through it in parts: of whole triples, and of whole groups of letters.
constexpr std::size_t mostBytes = std::size_t{3} << 20, mostLetters = std::size_t{4} << 20;

[[noreturn]] void refuse() {
    throw InputError("", "its profile values are damaged", "use an earlier copy of the file");
}

unsigned char* asBytes(void* memory) {
    return static_cast<unsigned char*>(memory);
}

}  // namespace

std::string base64Of(const std::vector<float>& values) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(values.data());
    const std::size_t count = values.size() * sizeof(float);
    std::string text((count + 2) / 3 * 4 + 1, '\0');  // libcrypto ends it with a zero
    for (std::size_t done = 0; done < count; done += mostBytes)
        EVP_EncodeBlock(asBytes(text.data()) + done / 3 * 4, bytes + done, static_cast<int>(std::min(mostBytes, count - done)));
    text.pop_back();
    return text;
}

std::vector<float> floatsFromBase64(std::string_view text) {
    const std::size_t letters = std::min(text.find('='), text.size()), padding = text.size() - letters;
    const std::size_t count = text.size() / 4 * 3 - padding;
    if (text.size() % 4 != 0 || padding > 2 || count % sizeof(float) != 0) refuse();
    if (padding > 0 && text.find_first_not_of('=', letters) != std::string_view::npos) refuse();
    std::vector<unsigned char> bytes(text.size() / 4 * 3);
    for (std::size_t done = 0; done < text.size(); done += mostLetters) {
        const std::size_t part = std::min(mostLetters, text.size() - done);
        const int made = EVP_DecodeBlock(bytes.data() + done / 4 * 3, reinterpret_cast<const unsigned char*>(text.data()) + done,
                                         static_cast<int>(part));
        if (made < 0 || static_cast<std::size_t>(made) != part / 4 * 3) refuse();  // fewer: there was white space
    }
    std::vector<float> values(count / sizeof(float));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), count);
    return values;
}

}  // namespace coarsen
