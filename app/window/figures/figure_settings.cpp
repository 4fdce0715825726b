// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/figure_settings.hpp"

#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <limits>
#include <optional>

namespace coarsen::window {

namespace {

struct FigureWords {
    Q_DECLARE_TR_FUNCTIONS(FigureWords)
};

const QStringList knownFormats = {"png", "svg", "pdf"};  // in the order in which they are written

/// The field of a member that has fields itself.
template <typename Member>
Field<ExportChoice> fieldOf(Member ExportChoice::*member, const Field<Member>& field) {
    return {field.description, [=](const ExportChoice& choice) { return field.read(choice.*member); },
            [=](ExportChoice& choice, const FieldValue& value) { field.write(choice.*member, value); }};
}

QStringList formatsFromText(const std::string& text) {
    const QStringList asked = QString::fromStdString(text).toLower().split(',');
    QStringList formats;
    for (const QString& known : knownFormats)
        if (asked.contains(known)) formats << known;
    if (formats.size() != asked.size())
        throw SettingError("formats", "'" + text + "' is no list of formats",
                           "write some of " + knownFormats.join(',').toStdString());
    return formats;
}

AxisEnds endsFromText(const std::string& key, const std::string& text) {
    constexpr double most = std::numeric_limits<double>::max();
    const FieldDescription end{key, FieldKind::real, -most, most, {}, {}, {}, {}, {}};
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw SettingError(key, "'" + text + "' is no FROM:TO", "write 0:40, or 0: for one end");
    const auto read = [&](const std::string& number) -> std::optional<double> {
        if (number.empty()) return std::nullopt;
        return std::get<double>(valueFromText(end, key, number));
    };
    return {read(text.substr(0, colon)), read(text.substr(colon + 1))};
}

void setLimits(ExportChoice& choice, const std::string& key, const std::string& text) {
    const std::size_t dot = key.find('.');
    const QString stem = QString::fromStdString(key.substr(0, dot));
    const std::string axis = key.substr(dot + 1);
    const ExportItem* const item = itemOfFigure(stem);
    if (!item || item->isPicture) {
        QStringList charts;
        for (const ExportItem& one : exportItems())
            if (!one.isPicture) charts << one.stems;
        throw SettingError(key, "there is no chart '" + stem.toStdString() + "'",
                           "write one of " + charts.join(", ").toStdString());
    }
    if (axis != "x" && axis != "y") throw SettingError(key, "a chart has no axis '" + axis + "'", "write x or y");
    AxisLimits& limits = choice.limits[stem];
    (axis == "x" ? limits.x : limits.y) = endsFromText(key, text);
    if (const QString why = whyNoLimits(limits); !why.isEmpty())
        throw SettingError(key, why.toStdString(), "write FROM below TO");
}

}  // namespace

const Fields<GrowthLook>& growthLookFields() {
    using L = GrowthLook;
    static const Fields<L> list = {
        booleanField("residuals", &L::residuals, {"Residuals", "Under the growth chart, on the same time axis."}),
        booleanField("legend", &L::legend, {"Legend", "In a free corner of the growth chart: what marks, line and band are."}),
        booleanField("guides", &L::guides, {"Slopes", "Dotted lines of slope 1/3, 1/2 and 1, on logarithmic axes."}),
        booleanField("result", &L::result,
                     {"Result of the fit",
                      "In a free corner: the chosen law, its parameters with their standard errors, frames and weights."}),
        booleanField("scaled_errors", &L::scaledErrors,
                     {"Scaled errors",
                      "Errors in the result are widened by √χ²ᵣ where the law misses its points, and the figure says so."}),
        booleanField("excluded", &L::excluded, {"Excluded frames", "As crosses."}),
    };
    return list;
}

const Fields<ExportChoice>& figureFields() {
    using C = ExportChoice;
    static const Fields<C> list = [] {
        using S = FigureSize;
        Fields<C> fields;
        for (const Field<S>& field :
             Fields<S>{realField("width", &S::widthMm, 40, 500, {"Width", "Width of each figure.", "mm"}),
                       realField("height", &S::heightMm, 20, 500,
                                 {"Height", "Height of charts; maps and pictures keep their shape.", "mm"}),
                       realField("text", &S::textPt, 4, 30,
                                 {"Text", "Size of the axes' labels. Lines and markers grow with it.", "pt"}),
                       integerField("dpi", &S::dpi, 50, 2400, {"Resolution", "Of PNG files, in dots per inch."})})
            fields.push_back(fieldOf(&C::size, field));
        fields.push_back(spelledField<C>(
            "formats", [](const C& choice) { return choice.formats.join(',').toStdString(); },
            [](C& choice, const std::string& text) { choice.formats = formatsFromText(text); },
            {"As", "Formats of each figure."}));
        fields.push_back(booleanField("logarithmic", &C::logarithmic, {"Logarithmic", "Axes of the growth chart and of S(q)."}));
        for (const Field<GrowthLook>& field : growthLookFields())
            fields.push_back(fieldOf(&C::growthLook, field));
        fields.push_back(booleanField("ring", &C::frameRing,
                                      {"Ring", "A ring of radius R_max on the frame's figure, with its size in words."}));
        return fields;
    }();
    return list;
}

QString whyNoLimits(const AxisLimits& limits) {
    for (const auto& [name, ends] : {std::pair{"x", limits.x}, {"y", limits.y}})
        if (ends.from && ends.to && *ends.from >= *ends.to)
            return FigureWords::tr("the %1 axis ends where it begins, or before").arg(name);
    return {};
}

void setFigures(ExportChoice& choice, const std::vector<std::pair<std::string, std::string>>& settings) {
    bool hasWidth = false, hasHeight = false;
    for (const auto& [key, text] : settings) {
        hasWidth |= key == "width";
        hasHeight |= key == "height";
        if (key.find('.') != std::string::npos) {
            setLimits(choice, key, text);
            continue;
        }
        const FieldDescription& field = fieldNamed(figureFields(), "figure", key).description;
        writeField(figureFields(), "figure", key, choice, valueFromText(field, key, text));
    }
    if (hasWidth && !hasHeight) choice.size.heightMm = std::round(choice.size.widthMm * Figure().heightOverWidth);
}

QString figureKeys() {
    const ExportChoice usual;
    QStringList keys;
    for (const Field<ExportChoice>& field : figureFields()) {
        const QString unit = QString::fromStdString(field.description.unit),
                      value = QString::fromStdString(coarsen::textOf(field.read(usual)));
        keys << QString::fromStdString(field.description.name) + " [" + value + (unit.isEmpty() ? "" : " " + unit) + "]";
    }
    return keys.join(", ");
}

}  // namespace coarsen::window
