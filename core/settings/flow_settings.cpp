// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/flow_settings.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/settings/fields.hpp"

#include <string>
#include <utility>

namespace coarsen {

namespace {

using Sigma = FlowSettings::Sigma;

constexpr const char* bySituation = "auto";

std::string textOfSigma(const std::optional<Sigma>& sigma) {
    return sigma ? shortest(sigma->value) + (sigma->isInWavelengths ? "w" : "") : bySituation;
}

std::optional<Sigma> sigmaFrom(const std::string& text) {
    if (text == bySituation || text.empty()) return std::nullopt;
    const bool isInWavelengths = text.ends_with('w');
    const auto number = parseNumber(isInWavelengths ? text.substr(0, text.size() - 1) : text);
    if (!number || !(*number > 0 && *number < 1000))
        throw SettingError("sigma", "'" + text + "' is no length",
                           "write a text such as 6 (pixels or voxels), 1w (wavelengths of the structure) or auto");
    return Sigma{*number, isInWavelengths};
}

/// A number that is given is taken; `presmooth_by`, which comes after it, may say otherwise.
Field<FlowSettings> presmoothField() {
    Field<FlowSettings> field =
        realField("presmooth", &FlowSettings::presmooth, 0, 20,
                  {"Smooth before", "Gaussian of both frames before they are compared, against noise.", "px"});
    field.write = [number = field.write](FlowSettings& settings, const FieldValue& value) {
        number(settings, value);
        settings.presmoothBy = PresmoothBy::setting;
    };
    return field;
}

}  // namespace

const Fields<FlowSettings>& FlowSettings::fields() {
    static const Fields<FlowSettings> list = {
        spelledField<FlowSettings>(
            "sigma", [](const FlowSettings& settings) { return textOfSigma(settings.sigma); },
            [](FlowSettings& settings, const std::string& text) { settings.sigma = sigmaFrom(text); },
            {"Smoothness",
             "Gaussian that smooths the flow: 6 pixels or voxels, or 1w, a wavelength of the structure; auto: "
             "0.4w, 1w where the structure evolves."}),
        optionalNumberField(
            "lambda", &FlowSettings::lambda, 0, 1000,
            {"Stiffness", "Weight of the regulariser: 0.01, 0.05 where there is noise, 0.2 where the structure evolves."}),
        integerField("levels", &FlowSettings::levels, 1, 8,
                     {"Levels", "Number of levels from coarse to fine, each with pixels or voxels half as large."}),
        choiceField("sampling", &FlowSettings::sampling, {"cubic", "linear"},
                    {"Between voxels", "Interpolation by cubic splines, or linear: faster, and less exact."}),
        presmoothField(),
        newerThanItsRecipe(
            choiceField("presmooth_by", &FlowSettings::presmoothBy, {"noise", "setting"},
                        {"Smoothed by",
                         "Noise decides how much both frames are smoothed before, 0 to 0.7 px, and with it the stiffness; or the "
                         "number given, as in earlier versions. A number that is given is taken."}),
            "setting"),
        choiceField("regulariser", &FlowSettings::regulariser, {"piola", "printed"},
                    {"Force", "How the regulariser's force is summed: the short form, or as the paper prints it."}),
        choiceField(
            "evolving", &FlowSettings::evolving, {"auto", "yes", "no"},
            {"Structure evolves",
             "Changes of the structure itself, beside its flow; with them the flow has to be smoother. Auto: where two frames "
             "are alike by less than 0.99."}),
        newerThanItsRecipe(
            choiceField(
                "likeness", &FlowSettings::evolvingBy, {"flow", "drift"},
                {"Alike once",
                 "Motion that is undone before auto judges how alike two frames are: a flow smoothed over a wavelength; or the "
                 "drift alone as in earlier versions, which takes strong flows for a change."}),
            "drift"),
        newerThanItsRecipe(choiceField("brightness", &FlowSettings::brightness, {"local", "whole", "same"},
                                       {"Brightness",
                                        "Brightness that may differ beside motion: gain and offset that vary slowly within the "
                                        "frame, or one of each for "
                                        "the whole frame; the same as in earlier versions: what differs is taken for motion."}),
                           "same"),
        newerThanItsRecipe(
            realField("tolerance", &FlowSettings::tolerance, 0, 1,
                      {"Tolerance",
                       "A level ends when three steps lower the energy by less than this part; five times as much on the next "
                       "coarser level, ten times on others."}),
            "0.01"),
        newerThanItsRecipe(
            integerField(
                "iterations", &FlowSettings::iterations, 0, 100000,
                {"Steps at most",
                 "Evaluations at most on each level; 0 takes 60 on the finest, 100 on the next coarser one and 200 on others.",
                 "", "", "by level"}),
            "0"),
        newerThanItsRecipe(choiceField("force_term", &FlowSettings::forceTerm, {"demons", "paper"},
                                       {"Grey values pull",
                                        "Force of the grey values, divided by their slope and difference squared, as demons do, "
                                        "or as the paper prints it: weak edges "
                                        "then pull less, and a stiffness counts some 20 times as much."}),
                           "demons"),
    };
    return list;
}

void requireLegal(const FlowSettings& settings) {
    FlowSettings legal;
    for (const Field<FlowSettings>& field : FlowSettings::fields())
        field.write(legal, checked(field.description, field.description.name, field.read(settings)));
}

}  // namespace coarsen
