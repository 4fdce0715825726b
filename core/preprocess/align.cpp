// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/align.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/preprocess/moved_volume.hpp"
#include "core/preprocess/stabilise.hpp"
#include "core/settings/fields.hpp"

namespace coarsen {

namespace {

constexpr const char* bySituation = "auto";

std::string textOfSigma(const std::optional<Align::Length>& sigma) {
    return sigma ? shortest(sigma->value) + (sigma->isInWavelengths ? "w" : "") : bySituation;
}

std::optional<Align::Length> sigmaFrom(const std::string& text) {
    if (text == bySituation || text.empty()) return std::nullopt;
    const bool isInWavelengths = text.ends_with('w');
    const auto number = parseNumber(isInWavelengths ? text.substr(0, text.size() - 1) : text);
    if (!number || !(*number > 0 && *number < 1000))
        throw SettingError("align.sigma", "'" + text + "' is no length",
                           "write a text such as 6 (pixels or voxels), 1w (wavelengths of the structure) or auto");
    return Align::Length{*number, isInWavelengths};
}

Field<Align> sigmaField() {
    FieldDescription description{
        "sigma",
        FieldKind::text,
        0,
        0,
        {},
        {},
        "Smoothness",
        "Gaussian that smooths the flow: 6 pixels or voxels, or 1w, a wavelength of the structure; auto: "
        "0.4w, 1w where the structure evolves.",
        "mode=deform"};
    return {std::move(description), [](const Align& align) { return FieldValue(textOfSigma(align.sigma)); },
            [](Align& align, const FieldValue& value) { align.sigma = sigmaFrom(std::get<std::string>(value)); }};
}

}  // namespace

const Fields<Align>& Align::fields() {
    static const Fields<Align> list = {
        choiceField("mode", &Align::mode, {"drift", "deform"},
                    {"Find",
                     "The drift of the whole, or besides how each frame has deformed. The deformation is measured; no frame is "
                     "warped by it."}),
        choiceField("reference", &Align::reference, {"previous", "first"},
                    {"Compare with",
                     "The frame before (the structure may change; of volumes every fifth as well), or the first one (errors do "
                     "not add up)."}),
        sigmaField(),
        optionalNumberField(
            "lambda", &Align::lambda, 0, 1000,
            {"Stiffness", "Weight of the regulariser: 0.05, 0.2 where the structure evolves.", "", "mode=deform"}),
        integerField("levels", &Align::levels, 1, 8,
                     {"Levels", "From coarse to fine, each with pixels or voxels half as large.", "", "mode=deform"}),
        choiceField("sampling", &Align::sampling, {"cubic", "linear"},
                    {"Between voxels", "Cubic splines, or straight lines: faster, and less exact.", "", "mode=deform"}),
        realField("presmooth", &Align::presmoothPx, 0, 20,
                  {"Smooth before", "Gaussian of both frames before they are compared, against noise.", "px", "mode=deform"}),
        choiceField(
            "regulariser", &Align::regulariser, {"piola", "printed"},
            {"Force", "How the regulariser's force is summed: the short form, or as the paper prints it.", "", "mode=deform"}),
        choiceField("evolving", &Align::evolving, {"auto", "yes", "no"},
                    {"Structure evolves",
                     "Whether it changes beside being carried along; then the flow has to be smoother. Auto: where two frames "
                     "are alike by less than 0.99.",
                     "", "mode=deform"}),
    };
    return list;
}

std::string Align::summary() const {
    return std::string(deforms() ? "drift and deformation" : "drift") +
           (reference == ShiftReference::previous ? ", against the frame before" : ", against the first frame");
}

std::size_t Align::memory(PictureMemory& picture) const {
    return Stabilise{}.memory(picture);
}

Frame Align::operator()(const Frame& frame, const StepContext& context) const {
    const FrameDrift &was = frame.drift, &is = context.survey.drift;
    const bool isBackAlready = was.xPx == is.xPx && was.yPx == is.yPx && was.rotationDeg == is.rotationDeg;
    return isBackAlready ? frame : Stabilise{}(frame, context);
}

Volume Align::operator()(const Volume& volume, const VolumeContext& context) const {
    const FrameDrift& drift = context.drift;
    return movedBack(volume, {drift.xPx, drift.yPx, drift.zPx}, context.threads, context.stop);
}

std::string Align::volumeKey(const VolumeContext& context) const {
    const FrameDrift& drift = context.drift;
    if (drift.xPx == 0 && drift.yPx == 0 && drift.zPx == 0) return {};
    return std::string(key) + "," + shortest(drift.xPx) + "," + shortest(drift.yPx) + "," + shortest(drift.zPx);
}

}  // namespace coarsen
