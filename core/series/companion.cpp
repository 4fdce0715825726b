// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/companion.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/conventions/ome.hpp"
#include "core/image/decode.hpp"
#include "core/series/notes.hpp"

#include <string>
#include <system_error>
#include <vector>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

FileFacts factsIn(const fs::path& companion, int pages, const std::string& ownName) {
    const std::vector<std::byte> text = readWhole(companion);
    const auto facts = conventions::omeFacts({reinterpret_cast<const char*>(text.data()), text.size()}, pages, ownName);
    if (!facts) throw InputError(displayName(companion), "it holds no OME-XML");
    return *facts;
}

}  // namespace

bool isCompanion(const fs::path& file) {
    return file.filename().string().ends_with(".companion.ome");
}

fs::path imageOfCompanion(const fs::path& companion) {
    std::string missing;
    for (const SceneFacts& scene : factsIn(companion, 1, companion.filename().string()).scenes)
        for (const PlaneFacts& plane : scene.planes) {
            if (plane.file.empty()) continue;
            std::error_code unknown;
            const fs::path image = companion.parent_path() / plane.file;
            if (fs::is_regular_file(image, unknown)) return image;
            if (missing.empty()) missing = plane.file;
        }
    throw InputError(displayName(companion),
                     missing.empty() ? "it names no file that holds the images"
                                     : "the images that it describes (" + missing + " …) do not lie beside it",
                     "open the folder of the images");
}

void takeDescription(ImageSeries& series) {
    ImageHeader& first = series.first;
    if (first.facts.describedBy.empty()) return;
    const fs::path here = series.frames.front().file, other = here.parent_path() / first.facts.describedBy;
    try {
        FileFacts facts;
        if (hasImageExtension(other)) {
            facts = imageHeader(other).facts;
            for (SceneFacts& scene : facts.scenes)  // named as seen from the other file
                for (PlaneFacts& plane : scene.planes)
                    if (plane.file.empty())
                        plane.file = first.facts.describedBy;
                    else if (plane.file == here.filename().string())
                        plane.file.clear();
        } else {
            facts = factsIn(other, first.pages, here.filename().string());
        }
        facts.describedBy = first.facts.describedBy;
        first.facts = std::move(facts);
        takeScene(first, 0);
    } catch (const InputError& error) {
        say(series, "fact.unread",
            displayName(here) + " says that " + first.facts.describedBy + " describes it, and " + error.reason() +
                ": times and sizes are not known from it.",
            "--interval");
    }
}

}  // namespace coarsen
