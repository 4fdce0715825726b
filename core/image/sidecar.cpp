// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/sidecar.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/conventions/sidecar_text.hpp"

#include <system_error>

namespace coarsen {

std::filesystem::path sidecarOf(const std::filesystem::path& picture) {
    const auto ending = [&](const char* text) { return std::filesystem::path(picture).replace_extension(text); };
    std::error_code unknown;
    for (const char* const text : {".txt", ".TXT", ".Txt"})
        if (std::filesystem::exists(ending(text), unknown)) return ending(text);
    return ending(".txt");
}

std::optional<FileFacts> sidecarFacts(const std::filesystem::path& picture, int width, int height) {
    constexpr std::uintmax_t largest = 1 << 20;
    const std::filesystem::path text = sidecarOf(picture);
    std::error_code isAbsent;
    const std::uintmax_t size = std::filesystem::file_size(text, isAbsent);
    if (isAbsent || size == 0 || size > largest) return std::nullopt;
    try {
        return conventions::sidecarTextFacts(readWhole(text), width, height);
    } catch (const InputError&) {  // it cannot be read, and nobody asked for it
        return std::nullopt;
    }
}

void addSidecar(ImageHeader& header, const std::filesystem::path& picture) {
    const auto beside = sidecarFacts(picture, header.width, header.height);
    if (!beside) return;
    FileFacts& facts = header.facts;
    facts.sizes.insert(facts.sizes.end(), beside->sizes.begin(), beside->sizes.end());
    facts.times.insert(facts.times.end(), beside->times.begin(), beside->times.end());
    facts.unread.insert(facts.unread.end(), beside->unread.begin(), beside->unread.end());
    if (!facts.pictureRows) facts.pictureRows = beside->pictureRows;
}

}  // namespace coarsen
