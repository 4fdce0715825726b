// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/changes.hpp"

#include "app/window/theme/choice_words.hpp"
#include "app/window/theme/words.hpp"
#include "core/analysis/followed_maximum.hpp"
#include "core/base/error.hpp"
#include "core/series/stack_slices.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/series_name.hpp"
#include "core/settings/fields.hpp"

#include <QUndoCommand>

#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace coarsen::window {

namespace {

constexpr qsizetype longestSeriesName = 120;

/// A voxel's depth is to its width as the files have it, while nobody can type it here.
Calibration withDepth(const ImageSeries& series, Calibration typed) {
    if (!series.volumes || !typed.isKnown() || typed.pixelDepthUm > 0) return typed;
    const Spacing& spacing = series.volumes->first.spacing;
    typed.pixelDepthUm = typed.pixelWidthUm * spacing.z / spacing.x;
    return typed;
}

/// Swaps one value of the choices for another.
class ChoicesCommand final : public QUndoCommand {
public:
    using Apply = std::function<void(const Choices&)>;
    ChoicesCommand(const QString& name, Choices before, Choices after, Apply apply)
        : QUndoCommand(name), before_(std::move(before)), after_(std::move(after)), apply_(std::move(apply)) {}
    void undo() override { apply_(before_); }
    void redo() override { apply_(after_); }

private:
    Choices before_, after_;
    Apply apply_;
};

}  // namespace

Choices Changes::now() const {
    const Session& session = opened_.session;
    Choices choices{session.recipe,   session.calibration,  session.times,    session.timeUnit, session.typedUnits,
                    session.excluded, session.manualRMaxPx, session.ensemble, session.name,     sliceOf(session.series)};
    choices.dataset.name = datasetOf(session.series);
    if (const auto& volumes = session.series.volumes) choices.dataset.header = volumes->first;
    return choices;
}

void Changes::change(const QString& name, Choices after) {
    if (after == now()) return;
    undo_.push(new ChoicesCommand(name, now(), std::move(after), [this](const Choices& value) { emit chosen(value); }));
}

void Changes::setValue(const QString& key, const FieldValue& value) {
    Choices after = now();
    try {
        set(after.recipe, key.toStdString(), value);
    } catch (const SettingError& error) {
        notices_.raise({Notice::Kind::warning, tr("That setting does not fit"), translated(error.what()), -1});
        emit refused();
        return;
    }
    change(nameOfChange(key, value), std::move(after));
}

/// "change of order (flatten)", "switching dust off": for the Edit menu, after "Undo" or "Redo".
QString Changes::nameOfChange(const QString& key, const FieldValue& value) const {
    static const std::map<QString, QString> own{
        {"fit.model", tr("law")}, {"fit.from", tr("the start of the fit range")}, {"fit.to", tr("the end of the fit range")}};
    const QString owner = key.section('.', 0, 0), name = key.section('.', 1);
    const Step* const step = opened_.session.recipe.step(owner.toStdString());
    const QString room = step ? translated(step->label()).toLower() : owner;
    if (name == "on") return (std::get<bool>(value) ? tr("switching %1 on") : tr("switching %1 off")).arg(room);
    if (const auto words = own.find(key); words != own.end()) return tr("change of %1").arg(words->second);
    for (const FieldDescription& field : fieldsOf(opened_.session.recipe, owner.toStdString())) {
        if (field.name != name.toStdString()) continue;
        const QString label = translated(field.label).toLower();
        return owner == "fit" ? tr("change of %1").arg(label) : tr("change of %1 (%2)").arg(label, room);
    }
    return key;
}

void Changes::setRecipe(const Recipe& recipe, const QString& name) {
    Choices after = now();
    after.recipe = recipe;
    change(name, std::move(after));
}

void Changes::setCrop(const QRect& rect) {
    Choices after = now();
    for (const auto& [field, value] :
         {std::pair{"crop.x", rect.x()}, {"crop.y", rect.y()}, {"crop.width", rect.width()}, {"crop.height", rect.height()}})
        set(after.recipe, field, std::int64_t{value});
    set(after.recipe, "crop.on", true);
    change(tr("change of crop"), std::move(after));
}

void Changes::setCrop(const VoxelBox& box) {
    Choices after = now();
    for (const auto& [field, value] : {std::pair{"crop.x", box.x},
                                       {"crop.y", box.y},
                                       {"crop.z", box.z},
                                       {"crop.width", box.size.width},
                                       {"crop.height", box.size.height},
                                       {"crop.depth", box.size.depth}})
        set(after.recipe, field, std::int64_t{value});
    set(after.recipe, "crop.on", true);
    change(tr("change of crop"), std::move(after));
}

void Changes::setRegion(const Region& region, const QString& name) {
    Choices after = now();
    set(after.recipe, "crop.shapes", region.empty() ? std::string("none") : textOf(region));
    if (!region.empty()) set(after.recipe, "crop.on", true);
    change(name, std::move(after));
}

void Changes::setStrokes(std::vector<Stroke> strokes, const QString& name) {
    Choices after = now();
    set(after.recipe, "dust.strokes", strokesText(strokes));
    if (!strokes.empty()) set(after.recipe, "dust.on", true);
    change(name, std::move(after));
}

void Changes::setFitRange(const FitRange& range) {
    Choices after = now();
    after.recipe.fit.fromS = range.fromS;
    after.recipe.fit.toS = range.toS;
    change(range.fromS || range.toS ? tr("change of the fit range") : tr("fit to all frames"), std::move(after));
}

void Changes::setFitRangeEnd(RangeEnd end, int frame) {
    const double timeS = opened_.session.series.frames[static_cast<std::size_t>(frame)].timeS;
    if (!std::isfinite(timeS)) return notices_.say(tr("Frame %1 has no time").arg(frame));
    Choices after = now();
    FitSettings& fit = after.recipe.fit;
    if (end == RangeEnd::from) {
        fit.fromS = timeS;
        if (fit.toS < timeS) fit.toS.reset();
    } else {
        fit.toS = timeS;
        if (fit.fromS > timeS) fit.fromS.reset();
    }
    change(end == RangeEnd::from ? tr("change of the start of the fit range") : tr("change of the end of the fit range"),
           std::move(after));
}

void Changes::toggleExcluded(int frame) {
    setExcluded({frame}, !opened_.session.excluded.contains(frame));
}

void Changes::setExcluded(const std::vector<int>& frames, bool excluded) {
    Choices after = now();
    for (const int frame : frames) {
        if (excluded)
            after.excluded.insert(frame);
        else
            after.excluded.erase(frame);
    }
    const QString which = frames.size() == 1 ? tr("frame %1").arg(frames.front())
                                             : counted(static_cast<int>(frames.size()), tr("frame"), tr("frames"));
    change(excluded ? tr("exclusion of %1").arg(which) : tr("inclusion of %1").arg(which), std::move(after));
}

void Changes::setCalibration(const Calibration& calibration) {
    Choices after = now();
    after.calibration = withDepth(opened_.session.series, calibration);
    change(tr("change of pixel size"), std::move(after));
}

void Changes::setMarker(int frame, std::optional<double> rMaxPx) {
    Choices after = now();
    if (rMaxPx)
        after.manualRMaxPx[frame] = *rMaxPx;
    else
        after.manualRMaxPx.erase(frame);
    change(rMaxPx ? tr("choice of R_max of frame %1").arg(frame) : tr("return to automatic R_max of frame %1").arg(frame),
           std::move(after));
}

void Changes::followMaximum(int frame, double rMaxPx) {
    Choices after = now();
    for (const auto& [followed, px] :
         followedMaximum(opened_.session.results, frame, rMaxPx, opened_.session.recipe.measure.prominence))
        after.manualRMaxPx[followed] = px;
    change(tr("following one maximum through the series"), std::move(after));
}

void Changes::clearMarkers() {
    Choices after = now();
    after.manualRMaxPx.clear();
    change(tr("return to automatic R_max of all frames"), std::move(after));
}

void Changes::setTimes(const TimeChoice& times) {
    Choices after = now();
    after.times = times;
    change(tr("change of times"), std::move(after));
}

void Changes::setTimes(const TimeChoice& times, std::optional<double> t0S, TimeUnit unit,
                       const std::map<std::string, TimeUnit>& typedUnits) {
    if (times == opened_.session.times && times.kind == TimeChoice::Kind::table) emit tableWanted();
    Choices after = now();
    after.times = times;
    after.timeUnit = unit;
    for (const auto& [setting, typed] : typedUnits)
        after.typedUnits[setting] = typed;
    const bool isOtherQuench = t0S != after.recipe.fit.t0S;
    after.recipe.fit.t0S = t0S;
    if (!(times == opened_.session.times)) return change(tr("change of times"), std::move(after));
    if (!isOtherQuench) return change(tr("change of time unit"), std::move(after));
    change(nameOfChange("fit.t0", {}), std::move(after));
}

void Changes::setOrder(FrameOrder order) {
    Choices after = now();
    after.times.order = order;
    change(order == FrameOrder::time ? tr("sorting by time") : tr("sorting by name"), std::move(after));
}

void Changes::setEnsemble(std::optional<Grouping> grouping) {
    Choices after = now();
    after.ensemble = std::move(grouping);
    const bool isSeries = !after.ensemble;
    change(isSeries ? tr("reading the images as a series") : tr("reading the images as an ensemble"), std::move(after));
}

void Changes::setTimeUnit(TimeUnit unit) {
    Choices after = now();
    after.timeUnit = unit;
    change(tr("change of time unit"), std::move(after));
}

void Changes::rename(const QString& name) {
    Choices after = now();
    after.name = name.simplified().left(longestSeriesName).toStdString();
    if (after.name == usualName(opened_.session)) after.name.clear();
    const QString words =
        after.name.empty() ? tr("return to the usual name") : tr("renaming to %1").arg(QString::fromStdString(after.name));
    change(words, std::move(after));
}

void Changes::setTime(const QString& key, std::optional<double> seconds, TimeUnit typed) {
    Choices after = now();
    after.typedUnits[key.toStdString()] = typed;
    set(after.recipe, key.toStdString(), seconds ? FieldValue(*seconds) : FieldValue(std::string()));
    change(nameOfChange(key, {}), std::move(after));
}

}  // namespace coarsen::window
