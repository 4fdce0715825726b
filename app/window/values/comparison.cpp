// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/comparison.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/values/stage_picture.hpp"
#include "core/analysis/frame_memory.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/correlate/engines.hpp"
#include "core/export/flow_csv.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {

struct ComparisonWords {
    Q_DECLARE_TR_FUNCTIONS(ComparisonWords)
};

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Its first letter large: "Frame 5".
QString begun(QString words) {
    if (words.startsWith(ComparisonWords::tr("frame "))) words[0] = words[0].toUpper();
    return words;
}

/// Steps for the comparison: without stabilise, which would take away what is asked for, and of one channel.
std::vector<Step> stepsOf(const ComparisonQuestion& question) {
    Recipe recipe = question.recipe;
    std::vector<Step> steps;
    for (Step& step : recipe.steps) {
        if (step.key() == "stabilise" || step.key() == "channels") continue;
        if (question.isGrey && step.key() != "grey") continue;
        steps.push_back(step);
    }
    return steps;
}

Frame frameOf(const FrameSource& source, std::optional<int> number, const ComparisonQuestion& question, std::stop_token stop) {
    FrameWork work;
    work.recipe = question.recipe;
    const ImageHeader header = frameHeader(source);
    requireMemory(header, showingMemory(header, 0, work), memoryBudget());
    std::shared_ptr<const SharedFile> kept;
    const FrameSurvey survey = question.survey && number ? frameSurvey(*question.survey, *number) : FrameSurvey{};
    const RawImage raw = withoutInfoBar(framePicture(source, false, kept), source, question.recipe.steps);
    return finalFrame(rawFrame(raw, number.value_or(0), source.timeS), stepsOf(question), survey, stop);
}

bool areEqual(const Frame& a, const Frame& b) {
    const auto same = [](auto one, auto other) {
        if constexpr (std::is_same_v<decltype(one), decltype(other)>)
            return std::ranges::equal(one, other);
        else
            return false;
    };
    return std::ranges::equal(a.mask.pixels(), b.mask.pixels()) && a.greyUnit == b.greyUnit &&
           a.image.visit([&](auto one) { return b.image.visit([&](auto other) { return same(one, other); }); });
}

QString sizeText(const Image& image) {
    return QStringLiteral("%1 × %2").arg(image.width()).arg(image.height());
}

Displacement displacementOf(const Frame& other, const Frame& here, const ComparisonQuestion& question, std::stop_token stop) {
    constexpr int usualMost = 512;
    const int shorter = std::min(here.image.width(), here.image.height());
    PlanShape shape;
    shape.width = here.image.width();
    shape.height = here.image.height();
    shape.maxLag = std::clamp(question.maxLag > 0 ? question.maxLag : std::min(shorter / 2, usualMost), 1, shorter - 1);
    shape.isAutocorrelation = false;
    const EngineChoice choice = choose(question.engines.engines.correlation, question.engines.name, shape);
    return displacementBetween({other.image, other.mask}, {here.image, here.mask}, shape.maxLag, choice.engine,
                               question.engines.threads, stop);
}

/// The map up to that lag.
CorrelationMap middleOf(const CorrelationMap& map, int maxLag) {
    std::vector<double> values, pairs;
    for (int Y0 = -maxLag; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
            values.push_back(map.at(X0, Y0));
            pairs.push_back(map.pairCount(X0, Y0));
        }
    return {maxLag, false, std::move(values), std::move(pairs)};
}

/// Part of a map that is drawn while nobody has chosen a range: the peak and its surroundings, a doubtful one's rivals too.
std::shared_ptr<const CorrelationMap> shownMap(const std::shared_ptr<const Displacement>& found, bool isChosen) {
    constexpr double around = 3, hills = 8, rivals = 2;
    constexpr int least = 32;
    const std::shared_ptr<const CorrelationMap> whole(found, &found->map);
    if (isChosen || !found->peak.isFound()) return whole;
    const auto farthest = [](const MapPeak& peak) { return std::max(std::abs(peak.X0), std::abs(peak.Y0)); };
    double reach = std::max({double(least), around * farthest(found->peak), hills * halfHeightRadius(found->map, found->peak)});
    if (found->second.isFound() && found->peakRatio() < rivals) reach = std::max(reach, 1.2 * farthest(found->second));
    return reach < found->map.maxLag() ? std::make_shared<const CorrelationMap>(middleOf(found->map, static_cast<int>(reach)))
                                       : whole;
}

constexpr int mostLagsShown = 512;  // to either side

int lagsPerCell(int maxLag) {
    int side = 1;
    while (maxLag / side > mostLagsShown)
        side += 2;  // odd: no lag lies in the middle of a square
    return side;
}

/// Map of squares, each with the value in it that is farthest from 0: the peak stays as high as it is.
CorrelationMap inSquares(const CorrelationMap& map, int side, std::stop_token stop) {
    const int R = map.maxLag(), cells = R / side, half = side / 2;
    std::vector<double> values, pairs;
    for (int row = -cells; row <= cells && !stop.stop_requested(); ++row)
        for (int column = -cells; column <= cells; ++column) {
            double largest = nan, behind = 0;
            for (int Y0 = std::max(-R, row * side - half); Y0 <= std::min(R, row * side + half); ++Y0)
                for (int X0 = std::max(-R, column * side - half); X0 <= std::min(R, column * side + half); ++X0)
                    if (const double value = map.at(X0, Y0); !(std::abs(value) <= std::abs(largest)) && !std::isnan(value)) {
                        largest = value;
                        behind = map.pairCount(X0, Y0);
                    }
            values.push_back(largest);
            pairs.push_back(behind);
        }
    values.resize(static_cast<std::size_t>(2 * cells + 1) * static_cast<std::size_t>(2 * cells + 1), nan);
    pairs.resize(values.size(), 0);
    return {cells, false, std::move(values), std::move(pairs)};
}

/// Median over the valid patches.
template <typename Value>
double medianMove(const std::vector<PatchMove>& flow, Value value) {
    std::vector<double> values;
    for (const PatchMove& patch : flow)
        if (patch.isValid) values.push_back(value(patch));
    if (values.empty()) return nan;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// "3.21 ± 0.04 px right of"
QString wayText(double shift, double error, const QString& positive, const QString& negative) {
    const QString size = std::isnan(error) ? number(std::abs(shift), 0) + QChar(0x2009) + "px"
                                           : withError(std::abs(shift), error, QStringLiteral("px"));
    return size + " " + (shift < 0 ? negative : positive);
}

/// A length along x and y in the unit of the scale: "0.64 ± 0.01 µm".
QString scaledText(double px, double error, double umPerPx, const Unit& unit) {
    return withError(std::abs(px) * umPerPx * unit.perBase, error * umPerPx * unit.perBase, unit.name);
}

}  // namespace

bool ComparisonQuestion::asksTheSameAs(const ComparisonQuestion& that) const {
    return here == that.here && other == that.other && frame == that.frame && otherFrame == that.otherFrame &&
           recipe.steps == that.recipe.steps && survey == that.survey && surveyKey == that.surveyKey && edition == that.edition &&
           engines.name == that.engines.name && calibration == that.calibration && isGrey == that.isGrey &&
           maxLag == that.maxLag && patchPx == that.patchPx;
}

int usualPatchPx(int width, int height) {
    constexpr int least = 64, acrossLonger = 20, acrossShorter = 4;
    const int patch = std::min(std::max(least, std::max(width, height) / acrossLonger), std::min(width, height) / acrossShorter);
    return patch < smallestPatchPx ? 0 : patch;
}

void compare(const ComparisonQuestion& question, const std::function<void(std::shared_ptr<const Comparison>)>& tell,
             std::stop_token stop) {
    const auto nameOf = [](const FrameSource& source, std::optional<int> frame) {
        return frame ? ComparisonWords::tr("frame %1").arg(*frame) : QString::fromStdString(source.name);
    };
    Comparison answer;
    answer.here = nameOf(question.here, question.frame);
    answer.other = nameOf(question.other, question.otherFrame);
    answer.calibration = question.calibration;
    const auto tellPart = [&](Comparison::Part part) {
        answer.part = part;
        if (!stop.stop_requested()) tell(std::make_shared<const Comparison>(answer));
    };
    try {
        const Frame here = frameOf(question.here, question.frame, question, stop);
        if (stop.stop_requested()) return;
        const Step* const contrast = question.recipe.step("contrast");
        answer.picture = stagePicture(Stage{"final", true, here, 0}, std::get<double>(contrast->value("low")),
                                      std::get<double>(contrast->value("high")))
                             .picture;
        tellPart(Comparison::Part::picture);
        const Frame other = frameOf(question.other, question.otherFrame, question, stop);
        if (stop.stop_requested()) return;
        if (here.image.width() != other.image.width() || here.image.height() != other.image.height()) {
            answer.problem = ComparisonWords::tr(
                                 "%1 has %2 pixels, %3 has %4: only pictures of one size can be compared. Crop "
                                 "both to one size")
                                 .arg(begun(answer.other), sizeText(other.image), answer.here, sizeText(here.image));
            return tellPart(Comparison::Part::flow);
        }
        answer.areSame = areEqual(here, other);
        answer.displacement = std::make_shared<const Displacement>(displacementOf(other, here, question, stop));
        answer.map = shownMap(answer.displacement, question.maxLag > 0);
        answer.lagsPerCell = lagsPerCell(answer.map->maxLag());
        if (answer.lagsPerCell > 1)
            answer.map = std::make_shared<const CorrelationMap>(inSquares(*answer.map, answer.lagsPerCell, stop));
        answer.patchPx = question.patchPx > 0 ? std::max(smallestPatchPx, question.patchPx)
                                              : usualPatchPx(here.image.width(), here.image.height());
        answer.patchPx = std::min({answer.patchPx, here.image.width(), here.image.height()});
        const bool hasFlow = answer.isMoveKnown() && !answer.areSame && answer.patchPx >= smallestPatchPx;
        tellPart(hasFlow ? Comparison::Part::shift : Comparison::Part::flow);
        if (!hasFlow || stop.stop_requested()) return;
        FieldSettings field;
        field.patchPx = answer.patchPx;
        answer.stepPx = field.step();
        field.threads = question.engines.threads;
        answer.flow = displacementField({other.image, other.mask}, {here.image, here.mask}, field, stop);
        tellPart(Comparison::Part::flow);
    } catch (const std::exception& error) {
        answer.problem = translated(error.what());
        tellPart(Comparison::Part::flow);
    }
}

bool Comparison::isMoveClear() const {
    constexpr double clearly = 1.3;
    if (!isMoveKnown()) return false;
    return displacement->found.shift.isFound() || !displacement->second.isFound() || displacement->peakRatio() >= clearly;
}

QString Comparison::headline() const {
    if (!problem.isEmpty()) return problem;
    if (areSame) return ComparisonWords::tr("%1 and %2 are the same, pixel for pixel").arg(begun(here), other);
    if (!displacement) return ComparisonWords::tr("Comparing…");
    if (!isMoveKnown())
        return ComparisonWords::tr(
                   "%1 cannot be compared with %2: one of the two has no contrast, or too few valid pixels overlap")
            .arg(begun(here), other);
    if (!isMoveClear())
        return ComparisonWords::tr("%1 has no clear shift to %2: no shift fits clearly better than others")
            .arg(begun(here), other);
    const Shift shift = displacement->shift();
    const ShiftError error = displacement->found.error();
    return ComparisonWords::tr("%1 sits %2 and %3 %4")
        .arg(begun(here), wayText(shift.x, error.xPx, ComparisonWords::tr("right of"), ComparisonWords::tr("left of")),
             wayText(shift.y, error.yPx, ComparisonWords::tr("below"), ComparisonWords::tr("above")), other);
}

QStringList Comparison::facts() const {
    if (!problem.isEmpty() || !isMoveKnown()) return {};
    QStringList lines;
    const Displacement& found = *displacement;
    const Shift shift = found.shift();
    const ShiftError error = found.found.error();
    if (calibration.isKnown() && !areSame && isMoveClear()) {
        const double x = shift.x * calibration.pixelWidthUm, y = shift.y * calibration.pixelHeightUm, all = std::hypot(x, y);
        const Unit unit = lengthUnit(true, all);
        const double errorUm =
            all > 0 ? std::hypot(x * error.xPx * calibration.pixelWidthUm, y * error.yPx * calibration.pixelHeightUm) / all : nan;
        lines << ComparisonWords::tr("That is %1 and %2, in all %3.")
                     .arg(scaledText(shift.x, error.xPx, calibration.pixelWidthUm, unit),
                          scaledText(shift.y, error.yPx, calibration.pixelHeightUm, unit), scaledText(all, errorUm, 1, unit));
    }
    QString peaks = ComparisonWords::tr("r is %1 at the peak").arg(number(found.peak.value, 3));
    if (found.second.isFound())
        peaks += ComparisonWords::tr(", %1 at the second peak (%2, %3 px)")
                     .arg(number(found.second.value, 3), number(found.second.X0, 0), number(found.second.Y0, 0));
    lines << ComparisonWords::tr("%1; %2 pixels stand behind it.").arg(peaks, number(found.pairs, 0));
    if (found.isAtEdge)
        lines << ComparisonWords::tr(
            "The peak lies at the edge of the range: the true shift may be larger. Raise the largest "
            "shift.");
    if (!isMoveClear())
        lines << ComparisonWords::tr(
                     "The highest peak lies at %1, %2 px. Pictures that have nothing in common give such peaks, too.")
                     .arg(number(found.peak.X0, 0), number(found.peak.Y0, 0));
    else if (!found.found.shift.isFound())
        lines << ComparisonWords::tr("The shift is known to whole pixels only: near it the pictures do not fit well enough.");
    constexpr double rival = 1.3;
    if (!areSame && isMoveClear() && found.second.isFound() && found.peakRatio() < rival)
        lines << ComparisonWords::tr("The second peak is nearly as high: the content may have moved there instead.");
    if (!flow.empty()) {
        const auto good = std::ranges::count_if(flow, &PatchMove::isValid);
        QString words = ComparisonWords::tr("%1 of %2 patches of %3 px move as their neighbours do")
                            .arg(QString::number(good), QString::number(flow.size()), QString::number(patchPx));
        const double usual = medianMove(flow, [](const PatchMove& patch) { return patch.errorPx; });
        if (2 * good >= static_cast<std::ptrdiff_t>(flow.size()))
            words += ComparisonWords::tr("; the middle one %1 and %2")
                         .arg(wayText(medianMove(flow, [](const PatchMove& patch) { return patch.move.x; }), usual,
                                      ComparisonWords::tr("right"), ComparisonWords::tr("left")),
                              wayText(medianMove(flow, [](const PatchMove& patch) { return patch.move.y; }), usual,
                                      ComparisonWords::tr("down"), ComparisonWords::tr("up")));
        lines << words + '.';
    }
    return lines;
}

QString Comparison::asTable() const {
    if (!isMoveKnown()) return {};
    const Shift shift = displacement->shift();
    const ShiftError error = displacement->found.error();
    QString text = ComparisonWords::tr("frame\t%1\nagainst\t%2\n").arg(here, other);
    const auto add = [&](const char* name, double value) {
        text +=
            QStringLiteral("%1\t%2\n").arg(QLatin1String(name), std::isnan(value) ? QString() : QString::number(value, 'g', 8));
    };
    add("dx_px", shift.x);
    add("dy_px", shift.y);
    add("err_x_px", error.xPx);
    add("err_y_px", error.yPx);
    if (calibration.isKnown()) {
        add("dx_um", shift.x * calibration.pixelWidthUm);
        add("dy_um", shift.y * calibration.pixelHeightUm);
    }
    add("peak", displacement->peak.value);
    add("second_peak", displacement->second.value);
    add("n", displacement->pairs);
    if (!flow.empty()) text += "\n" + QString::fromStdString(flowCsv(flow)).replace(',', '\t');
    return text;
}

}  // namespace coarsen::window
