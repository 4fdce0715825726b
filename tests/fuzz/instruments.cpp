// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/electron_microscopes.hpp"
#include "core/image/conventions/instrument_words.hpp"
#include "core/image/conventions/light_microscopes.hpp"
#include "core/image/conventions/sidecar_text.hpp"
#include "core/image/formats/tiff_facts.hpp"
#include "core/image/raw_image.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <cmath>

namespace {

using namespace coarsen;

constexpr int width = 512, height = 600, pictures = 6;

void requireSound(const std::optional<FileFacts>& facts) {
    if (!facts) return;
    for (const Stated<PixelSize>& size : facts->sizes) {
        fuzz::require(std::isfinite(size.value.x) && size.value.x > 0 && std::isfinite(size.value.y) && size.value.y > 0);
        fuzz::require(std::isfinite(size.value.z) && size.value.z >= 0 && !size.by.empty());
    }
    for (const Stated<Moment>& time : facts->times)
        fuzz::require(std::isfinite(time.value.seconds) && time.value.isClock);
    if (facts->pictureRows) fuzz::require(facts->pictureRows->value > 0 && facts->pictureRows->value < height);
    for (const SceneFacts& scene : facts->scenes) {
        fuzz::require(scene.planes.size() == static_cast<std::size_t>(scene.times * scene.slices * scene.channels));
        for (const PlaneFacts& plane : scene.planes) {
            fuzz::require(plane.t < scene.times && plane.z < scene.slices && plane.c < scene.channels);
            fuzz::require(plane.page >= -1 && plane.page < pictures);
            for (const Stated<Moment>& time : plane.times)
                fuzz::require(std::isfinite(time.value.seconds));
        }
    }
    for (const std::string& unread : facts->unread)
        fuzz::require(!unread.empty() && unread.size() < 400);
}

}  // namespace

/// The bytes are a file that each private tag of the instruments points into, at the offset of their first byte times two; the
/// second byte's bits say the order of bytes and which tag is there. They are a sidecar, too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> file = fuzz::bytesOf(data, size);
    requireSound(conventions::sidecarTextFacts(file, width, height));
    const std::string text = conventions::decodedText(file);
    requireSound(conventions::feiFacts(text, width, height));
    requireSound(conventions::zeissSemFacts(text, width));
    if (size < 2) return 0;

    conventions::InstrumentTags tags;
    tags.width = width, tags.height = height, tags.pictures = pictures;
    tags.isLittle = (data[1] & 1) == 0;
    tags.bytesAt = [file](std::uint64_t offset, std::size_t count) {
        if (offset >= file.size()) return std::vector<std::byte>();
        const auto part = file.subspan(static_cast<std::size_t>(offset));
        return std::vector<std::byte>(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(std::min(count, part.size())));
    };
    const std::uint64_t offset = std::uint64_t{data[0]} * 2;
    for (const std::uint16_t number : conventions::instrumentTagNumbers) {
        constexpr std::size_t enough = 4096;
        const bool isUnit = number >= 65003 && number <= 65005, isScale = number >= 65009;
        const std::uint16_t type = isUnit ? 2 : isScale ? 12 : number == 33629 ? 5 : 4;
        conventions::PrivateTag tag{type, data[1] / 2U, offset + (isScale ? 8U : 0U), {}};
        tag.bytes = tags.bytesAt(tag.offset, enough);
        tags.tags[number] = std::move(tag);
    }
    requireSound(conventions::gatanFacts(tags));
    requireSound(conventions::tvipsFacts(tags));
    requireSound(conventions::olympusSisFacts(tags));
    requireSound(conventions::zeissLsmFacts(tags));
    requireSound(conventions::metaMorphFacts(tags));

    formats::TiffWords words;
    words.pages.resize(pictures);
    words.resolution = {2.5, 2.5, 3};
    words.instrument = conventions::instrumentFacts(tags);
    ImageHeader header;
    header.facts = formats::tiffFacts(words);
    for (std::size_t scene = 0; scene < header.facts.scenes.size(); ++scene)
        takeScene(header, static_cast<int>(scene));
    words.description = "ImageJ=1.53t\nunit=nm\n";
    fuzz::require(!formats::tiffFacts(words).writer.empty());
    return 0;
}
