// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface_choices.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/settings/fields.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

/// A number, or a word for none.
Field<SurfaceChoices> numberOrWord(const std::string& name, std::optional<double> SurfaceChoices::*member, double lowest,
                                   const std::string& word, FieldText text) {
    auto field = spelledField<SurfaceChoices>(
        name, [=](const SurfaceChoices& owner) { return (owner.*member) ? shortest(*(owner.*member)) : word; },
        [=](SurfaceChoices& owner, const std::string& spelt) {
            const auto number = parseNumber(spelt);
            const bool isWord = spelt == word || spelt.empty();
            if (!isWord && !(number && std::isfinite(*number) && *number >= lowest))
                throw SettingError("surface." + name, "'" + spelt + "' does not fit",
                                   "give " + word + ", or a number" + (lowest >= 0 ? " of 0 or more" : ""));
            owner.*member = isWord ? std::nullopt : number;
        },
        std::move(text));
    return newerThanItsRecipe(std::move(field), word);
}

}  // namespace

const Fields<SurfaceChoices>& SurfaceChoices::fields() {
    using S = SurfaceChoices;
    const auto newer = [](Field<S> field, const std::string& absent) { return newerThanItsRecipe(std::move(field), absent); };
    constexpr double anyGrey = -std::numeric_limits<double>::infinity();
    static const Fields<S> list = {
        newer(booleanField(
                  "on", &S::isOn,
                  {"On",
                   "Measures the surface between the two phases of each volume, too: area, curvature, Euler number, pieces; and "
                   "whether they grow self-similarly."}),
              "false"),
        numberOrWord("level", &S::level, anyGrey, "auto",
                     {"Level", "Grey value of the surface; auto parts the grey values of each volume best into two (Otsu).", "",
                      "on=true"}),
        newer(choiceField(
                  "phase", &S::phase, {"bright", "dark"},
                  {"Phase", "Phase that is inside: the sign of H, the Euler number and the pieces are its own.", "", "on=true"}),
              "bright"),
        newer(realField("smooth", &S::smoothPx, 0, 20,
                        {"Grey smoothing",
                         "Standard deviation of a Gaussian over the grey values, before the level: against noise of voxels. It "
                         "takes from structures that are not much wider.",
                         "px", "on=true"}),
              "0.7"),
        newer(choiceField("borders", &S::borders, {"inside", "extended", "periodic"},
                          {"Borders",
                           "Area and Euler number per volume between the centres of voxels that were measured; or as in earlier "
                           "versions with the surface extended to the outer faces of voxels, which takes up to 2 % off the area, "
                           "and the Euler number by all voxels, masked ones too; or periodic, "
                           "for the box of a simulation that goes on behind each face at the face opposite.",
                           "", "on=true"}),
              "extended"),
        newer(
            choiceField("denoise", &S::denoise, {"auto", "none", "nlm", "curvature", "gaussian"},
                        {"Denoise",
                         "Takes noise off the surface itself: by non-local means (no setting depends on the noise), by motion "
                         "with its curvature, or by a Gaussian. Each takes 3 to 9 % off the area of fine structures. Auto leaves "
                         "a clean surface as it is.",
                         "", "on=true"}),
            "none"),
        newer(integerField("rounds", &S::rounds, 1, 10,
                           {"Rounds", "Rounds of non-local means: 1, or 2 for smooth shapes; more smooth too much.", "",
                            "denoise=nlm|auto"}),
              "1"),
        newer(integerField("m", &S::m, 1, 1024, {"Alike", "Number of most similar places that count.", "", "denoise=nlm|auto"}),
              "96"),
        newer(realField("band", &S::bandPx, 0.5, 6,
                        {"Band", "Distance from the surface up to which it is denoised.", "px", "denoise=nlm|auto"}),
              "2"),
        numberOrWord("c1", &S::c1, 0, "infinite",
                     {"Nearness c1",
                      "Spatial weight in px\u00b2: places farther apart than its root count less; infinite: all count alike.", "",
                      "denoise=nlm|auto"}),
        numberOrWord(
            "c2", &S::c2, 0, "auto",
            {"Similarity c2", "Difference up to which places count as similar; auto follows the noise.", "", "denoise=nlm|auto"}),
        newer(choiceField("mode", &S::mode, {"auto", "all", "radius"},
                          {"Compared with",
                           "All places beside the surface, those within 10 px only, or the latter beyond 200,000 places.", "",
                           "denoise=nlm|auto"}),
              "auto"),
        newer(realField(
                  "time", &S::flowTimePx2, 0, 100,
                  {"Flow time", "Time for which the surface moves with its curvature, in px\u00b2.", "", "denoise=curvature"}),
              "0.75"),
        newer(realField("sigma", &S::gaussianPx, 0, 20,
                        {"Sigma", "Standard deviation of the Gaussian over the distance.", "px", "denoise=gaussian"}),
              "1.25"),
    };
    return list;
}

std::string SurfaceChoices::summary() const {
    if (!isOn) return "off";
    std::string text = level ? "level " + shortest(*level) : "level by Otsu";
    if (denoise == DenoiseMethod::automatic) text += ", denoised where it is noisy";
    if (denoise == DenoiseMethod::nlm) text += ", non-local means";
    if (denoise == DenoiseMethod::curvature) text += ", curvature flow";
    if (denoise == DenoiseMethod::gaussian) text += ", Gaussian";
    return text;
}

SurfaceSettings SurfaceChoices::settings(int threads) const {
    SurfaceSettings settings;
    settings.level = {level, phase, smoothPx, threads};
    settings.borders = borders;
    settings.denoise.method = denoise;
    settings.denoise.nlm.rounds = rounds;
    settings.denoise.nlm.m = m;
    settings.denoise.nlm.bandPx = bandPx;
    settings.denoise.nlm.c1 = c1;
    settings.denoise.nlm.c2 = c2;
    settings.denoise.nlm.candidates = mode;
    settings.denoise.flowTimePx2 = flowTimePx2;
    settings.denoise.gaussianPx = gaussianPx;
    settings.threads = threads;
    return settings;
}

}  // namespace coarsen
