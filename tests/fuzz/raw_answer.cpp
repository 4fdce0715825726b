// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/decode.hpp"
#include "core/image/raw_program/raw_reader.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cstring>
#include <new>

/// Fuzzes the answer of a coarsen-raw whose memory its picture has overwritten: whatever it is, what is taken for a picture is
/// one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    for (const raw::Question question : {raw::Question::size, raw::Question::pixels}) {
        std::span<const std::byte> left = fuzz::bytesOf(data, size);
        const auto next = [&](std::span<std::byte> to) {
            if (left.size() < to.size()) return false;
            std::memcpy(to.data(), left.data(), to.size());
            left = left.subspan(to.size());
            return true;
        };
        try {
            fuzz::parseOrRefuse([&] {
                const auto picture = raw::pictureFrom(next, question, "picture");
                if (!picture) return;
                fuzz::require(picture->colours == 1 || picture->colours == 3);
                fuzz::require(picture->width > 0 && picture->height > 0);
                const auto pixels = static_cast<std::size_t>(picture->width) * static_cast<std::size_t>(picture->height);
                fuzz::require(pixels <= maxPixels);
                if (question == raw::Question::pixels)
                    fuzz::require(picture->samples.size() == pixels * static_cast<std::size_t>(picture->colours));
            });
        } catch (const std::bad_alloc&) {  // as it may say of itself
        }
    }
    return 0;
}
