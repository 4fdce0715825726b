// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/micro_manager.hpp"

#include "core/image/conventions/labelled_planes.hpp"
#include "core/image/formats/tiff_facts.hpp"
#include "core/image/raw_image.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>

namespace {

using namespace coarsen;

void requireSound(const FileFacts& facts, int pages) {
    for (const SceneFacts& scene : facts.scenes) {
        fuzz::require(scene.times > 0 && scene.slices > 0 && scene.channels > 0);
        fuzz::require(scene.planes.size() == static_cast<std::size_t>(scene.times * scene.slices * scene.channels));
        for (const PlaneFacts& plane : scene.planes) {
            fuzz::require(plane.t < scene.times && plane.z < scene.slices && plane.c < scene.channels);
            fuzz::require(plane.page >= -1 && plane.page < pages);
            for (const Stated<Moment>& time : plane.times)
                fuzz::require(std::isfinite(time.value.seconds));
        }
        for (const Stated<PixelSize>& size : scene.sizes)
            fuzz::require(std::isfinite(size.value.x) && std::isfinite(size.value.z));
    }
}

}  // namespace

/// Micro-Manager's tag 51123 of each page, a line each; the first line is what stands behind the header. The same bytes are an
/// NDTiff.index, and the beginning of a file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t mostPages = 64;
    std::string_view rest = fuzz::textOf(data, size);
    const auto nextLine = [&] {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        return line;
    };
    formats::TiffWords words;
    words.summary = conventions::microManagerSummary(nextLine());
    while (!rest.empty() && words.pages.size() < mostPages)
        words.pages.push_back({false, false, "", conventions::microManagerPage(nextLine())});
    if (words.pages.empty()) words.pages.emplace_back();
    const auto pages = static_cast<int>(words.pages.size());
    ImageHeader header;
    header.facts = formats::tiffFacts(words);
    requireSound(header.facts, pages);
    for (std::size_t scene = 0; scene < header.facts.scenes.size(); ++scene)
        takeScene(header, static_cast<int>(scene));
    FileFacts halves[2];
    for (std::size_t half = 0; half < 2; ++half) {
        formats::TiffWords part = words;
        part.pages.clear();
        for (std::size_t i = half; i < words.pages.size(); i += 2)
            part.pages.push_back(words.pages[i]);
        if (!part.pages.empty()) halves[half] = formats::tiffFacts(part);
    }
    const conventions::NamedFacts files[] = {{"a_NDTiffStack.tif", halves[0]}, {"a_NDTiffStack_1.tif", halves[1]}};
    requireSound(conventions::joinedFacts(files), pages);

    for (const std::string& file : conventions::filesOfIndex(fuzz::bytesOf(data, size))) {
        fuzz::require(file.find_first_of("/\\") == std::string::npos);
        fuzz::require(conventions::dataSetOf(file).size() <= file.size());
    }
    conventions::placeOfSummary(fuzz::bytesOf(data, size));
    return 0;
}
