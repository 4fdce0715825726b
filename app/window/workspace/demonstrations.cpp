// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/demonstrations.hpp"

#include "app/window/document/document.hpp"
#include "app/window/document/settings_store.hpp"
#include "core/synth/synthetic_series.hpp"

namespace coarsen::window {

void openSample(Document& document) {
    const auto sample = sampleFolder();
    if (sample.empty()) return openSynthetic(document);
    Recipe recipe = defaultRecipe();
    recipe.fit.t0S = -36000;  // its README
    document.open({sample / "frames"}, {}, recipe);
}

void openCrossover(Document& document) {
    const auto sample = sampleFolder("sample-crossover");
    if (sample.empty())
        return document.notices().raise(
            {Notice::Kind::warning, Document::tr("This demonstration is not installed"),
             Document::tr("Its images, sample-crossover, are neither beside the program nor in its share folder. Nothing was "
                          "opened. Install the whole package, or make another series: Help > Demonstration series."),
             -1});
    TimeChoice times;
    times.kind = TimeChoice::Kind::table;
    times.table = sample / "truth.csv";
    Recipe recipe = defaultRecipe();
    recipe.fit.t0S = 0;  // the table counts from the quench
    document.open({sample / "frames"}, times, recipe);
}

void openSynthetic(Document& document) {
    document.background().run(
        [&document]() -> Background::Result {
            const std::filesystem::path folder = stateFolder() / "synthetic series";
            RingSettings ring;
            ring.width = 800, ring.height = 600, ring.frames = 20;
            ring.rMaxFromPx = 16, ring.rMaxToPx = 60;
            ring.faults = {.light = 0.3, .dust = 30, .driftPx = 0, .noise = 0.3};
            std::filesystem::remove_all(folder);
            writeRingSeries(folder, ring);
            return [&document, folder] { document.open({folder}); };
        },
        [&document](const QString& problem) {
            document.notices().raise({Notice::Kind::failure, Document::tr("The synthetic series was not made"), problem, -1});
        });
}

}  // namespace coarsen::window
