// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_facts.hpp"
#include "core/image/raw_image.hpp"
#include "core/series/calibration.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>

/// Fuzzes what programs write into a TIFF's description: OME-XML, ImageJ, tifffile, SCIFIO.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    formats::TiffWords words;
    words.description = fuzz::textOf(data, size);
    words.resolution = {2.5, 2.5, 3};
    words.pages.resize(7);
    words.pages[2].isReduced = true;
    words.pages[3].dateTime = words.pages[5].dateTime = "2009:03:16 14:00:00";
    ImageHeader header;
    header.pages = 6;
    header.facts = formats::tiffFacts(words);
    for (std::size_t scene = 0; scene < std::max<std::size_t>(1, header.facts.scenes.size()); ++scene) {
        takeScene(header, static_cast<int>(scene));
        fuzz::require(header.stack.channels > 0 && header.stack.slices > 0 && header.stack.times > 0);
        fuzz::require(!header.stack.intervalS || (std::isfinite(*header.stack.intervalS) && *header.stack.intervalS > 0));
        const SceneFacts* const facts = sceneOf(header);
        for (const PlaneFacts& plane : facts ? facts->planes : std::vector<PlaneFacts>{}) {
            fuzz::require(plane.t < facts->times && plane.z < facts->slices && plane.c < facts->channels && plane.page >= -1);
            fuzz::require(!plane.file.empty() || plane.page < 7);
        }
        // A size that cannot be is handed on, so that it can be said; what is reckoned with is one that can.
        const PixelSize stated = statedSize(header).value_or(PixelSize{});
        const Calibration calibration{stated.x, stated.y, "TIFF"};
        fuzz::require(!calibration.isKnown() || (std::isfinite(calibration.umPerPx()) && calibration.umPerPx() > 0));
        fuzz::require(!impossibleSides({stated.x, stated.y}).empty());
    }
    return 0;
}
