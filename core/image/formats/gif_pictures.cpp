// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/gif_pictures.hpp"

#include <array>
#include <optional>
#include <span>

namespace coarsen::formats {

namespace {

/// Bytes of a GIF, one after the other, or passed over.
class GifBytes {
public:
    explicit GifBytes(const FileReader& file) : file_(file) {}

    /// Nothing beyond the end.
    std::optional<std::size_t> next() {
        if (at_ < begin_ || at_ >= begin_ + count_) {
            begin_ = at_;
            count_ = file_.readAt(begin_, window_);
            if (count_ == 0) return std::nullopt;
        }
        return std::to_integer<std::size_t>(window_[at_++ - begin_]);
    }

    void pass(std::size_t bytes) { at_ += bytes; }

private:
    const FileReader& file_;
    std::array<std::byte, 65536> window_{};
    std::size_t at_ = 0, begin_ = 0, count_ = 0;
};

/// Passes over a table of colours where flags, the byte that was read, tell of one.
void passColours(GifBytes& bytes, std::size_t flags) {
    if (flags & 0x80) bytes.pass(std::size_t{3} << ((flags & 7) + 1));
}

/// Passes over blocks of at most 255 bytes, which one of none ends; false where that end is missing.
bool passBlocks(GifBytes& bytes) {
    for (;;) {
        const std::optional<std::size_t> length = bytes.next();
        if (!length) return false;
        if (*length == 0) return true;
        bytes.pass(*length);
    }
}

}  // namespace

std::size_t wholeGifPictures(const FileReader& file) {
    constexpr std::size_t extension = 0x21, picture = 0x2C;
    constexpr std::size_t signatureAndSize = 10, backgroundAndAspect = 2, placeAndSize = 8;
    GifBytes bytes(file);
    bytes.pass(signatureAndSize);
    const std::size_t flags = bytes.next().value_or(0);
    bytes.pass(backgroundAndAspect);
    passColours(bytes, flags);
    std::size_t whole = 0;
    for (;;) {
        const std::optional<std::size_t> block = bytes.next();
        if (block == extension) {
            bytes.pass(1);  // its label
        } else if (block == picture) {
            bytes.pass(placeAndSize);
            passColours(bytes, bytes.next().value_or(0));
            bytes.pass(1);  // bits of the first code
        } else {
            return whole;
        }
        if (!passBlocks(bytes)) return whole;
        whole += block == picture;
    }
}

}  // namespace coarsen::formats
