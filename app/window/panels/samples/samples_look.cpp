// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/samples/samples_look.hpp"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <utility>

namespace coarsen::window {

namespace {

constexpr std::array<std::pair<SampleChart, const char*>, 3> chartNames{
    {{SampleChart::growth, "growth"}, {SampleChart::columns, "columns"}, {SampleChart::collapse, "collapse"}}};

}  // namespace

std::string jsonOf(const SamplesLook& look) {
    QJsonObject json{{"x", QString::fromStdString(look.x)},
                     {"y", QString::fromStdString(look.y)},
                     {"table", look.isTableOfSamples ? "samples" : "frames"},
                     {"table_in_charts_place", look.isTableInChartsPlace},
                     {"logarithmic", look.isLogarithmic}};
    for (const auto& [chart, name] : chartNames)
        if (chart == look.chart) json["chart"] = name;
    return QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString();
}

std::optional<SamplesLook> samplesLookFrom(const std::string& json) {
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
    if (!document.isObject()) return std::nullopt;
    const QJsonObject object = document.object();
    SamplesLook look;
    for (const auto& [chart, name] : chartNames)
        if (object["chart"].toString() == name) look.chart = chart;
    look.x = object["x"].toString(QString::fromStdString(look.x)).toStdString();
    look.y = object["y"].toString(QString::fromStdString(look.y)).toStdString();
    look.isTableOfSamples = object["table"].toString() != "frames";
    look.isTableInChartsPlace = object["table_in_charts_place"].toBool();
    look.isLogarithmic = object["logarithmic"].toBool();
    return look;
}

}  // namespace coarsen::window
