// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/dust.hpp"

#include "core/preprocess/dust_finding.hpp"
#include "core/preprocess/dust_treatment.hpp"
#include "core/settings/fields.hpp"

#include <opencv2/core.hpp>

namespace coarsen {

namespace {

Field<Dust> strokesField(std::string name, std::vector<Stroke> Dust::*member, FieldText text) {
    FieldDescription description{std::move(name), FieldKind::strokes, 0, 0, {}, {}, text.label, text.help, text.shownWhen};
    return {description, [member](const Dust& dust) { return FieldValue(strokesText(dust.*member)); },
            [member](Dust& dust, const FieldValue& value) {
                dust.*member = strokesFromText(std::get<std::string>(value), "dust.strokes");
            }};
}

}  // namespace

const Fields<Dust>& Dust::fields() {
    static const Fields<Dust> list = {
        choiceField(
            "find", &Dust::find, {"outliers", "thresholds", "none", "file", "still", "specks"},
            {"Find",
             "Grey values beyond the picture's own distribution, nearly black and white ones, none, a mask from a file, what "
             "stands still in the whole series, or specks: grey values beyond the distribution and sharp edges at its ends."}),
        realField("strength", &Dust::strength, 0.5, 50,
                  {"Strength", "How far beyond the picture's distribution dust begins; smaller finds more.", "",
                   "find=outliers|still|specks"}),
        realField("low", &Dust::lowPercent, 0, 100,
                  {"Black below", "Pixels darker than this part of the camera's range are dust.", "%", "find=thresholds"}),
        realField("high", &Dust::highPercent, 0, 100,
                  {"White above", "Pixels brighter than this part of the camera's range are dust.", "%", "find=thresholds"}),
        integerField("grow", &Dust::growPx, 0, 50,
                     {"Grow", "Specks are enlarged by up to this much to include their soft edge.", "px",
                      "find=outliers|thresholds|file|still|specks"}),
        choiceField(
            "treat", &Dust::treat, {"mask", "copy", "inpaint"},
            {"Treat",
             "Left out of every pair, filled by a copy of the picture some pixels away (the paper), or smoothly from around."}),
        integerField("offset", &Dust::offsetPx, 1, 1000,
                     {"Copy from", "How far away the copy that fills a speck is taken.", "px", "treat=copy"}),
        fileField("file", &Dust::maskFile,
                  {"Mask file", "Image of the frames' size; its bright pixels are dust.", "", "find=file"}),
        booleanField("invert", &Dust::invert, {"Inverted", "The file's dark pixels are dust instead.", "", "find=file"}),
        strokesField("strokes", &Dust::strokes, {"Painted", "Dust painted in or out by hand, after the rest."}),
    };
    return list;
}

std::string Dust::summary() const {
    if (find == DustFinding::none && strokes.empty()) return "none";
    const char* const found = find == DustFinding::outliers     ? "outliers"
                              : find == DustFinding::specks     ? "specks"
                              : find == DustFinding::file       ? "from a file"
                              : find == DustFinding::still      ? "still specks"
                              : find == DustFinding::thresholds ? "thresholds"
                                                                : "";
    const std::string painted = strokes.empty() ? "" : *found ? " and painted" : "painted";
    const char* const treated = treat == DustTreatment::mask   ? ", masked"
                                : treat == DustTreatment::copy ? ", filled by a copy"
                                                               : ", filled smoothly";
    return found + painted + treated;
}

std::size_t Dust::memory(PictureMemory& picture) const {
    if (find == DustFinding::none && strokes.empty()) return 0;
    const std::size_t finding = picture.isJudgedInPart ? 3 : 2;
    const std::size_t treating = treat == DustTreatment::inpaint ? 11 * sizeof(float)
                                 : treat == DustTreatment::copy  ? sizeof(float) + 1
                                                                 : 1;
    if (treat == DustTreatment::inpaint) picture.sampleBytes = sizeof(float);
    picture.isMasked = true;
    return picture.pixels() * (finding + treating);
}

Frame Dust::operator()(const Frame& frame, const StepContext& context) const {
    const cv::Mat dust = foundDust(frame, context, *this);
    if (dust.empty()) return frame;
    Frame clean = withoutDust(frame, dust, *this);
    for (std::size_t i = 0; treat != DustTreatment::mask && i < clean.planes.images.size(); ++i)
        clean.planes.images[i] = withoutDust(planeOf(frame, i), dust, *this).image;
    return clean;
}

Mask Dust::userMask(int frame, int width, int height) const {
    const cv::Mat dust = usersDust(frame, width, height, *this);
    if (dust.empty()) return {};
    std::vector<std::uint8_t> valid(dust.begin<std::uint8_t>(), dust.end<std::uint8_t>());
    for (std::uint8_t& pixel : valid)
        pixel = !pixel;
    return {width, height, std::move(valid)};
}

}  // namespace coarsen
