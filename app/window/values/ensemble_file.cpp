// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/ensemble_file.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/export/ensemble_tables.hpp"
#include "core/measure/lengths.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

QByteArray textIn(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = readWhole(file);
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

/// NaN where there is none.
double numberIn(const QJsonObject& json, const char* key) {
    return json[key].toDouble(EnsembleData::nan);
}

QString labelOf(const std::string& length) {
    const LengthEstimator* const estimator = lengthEstimator(length);
    return estimator ? translated(estimator->label) : rMaxText();
}

GroupCurve curveOfFile(const QString& name, const std::filesystem::path& file, double umPerPx, const Unit& unit) {
    GroupCurve curve{name, {}, {}};
    const QList<QByteArray> lines = textIn(file).split('\n');
    if (lines.front() != "r_px,r_um,c,c_err,n")
        throw InputError(displayName(file), "it is no C1D of an ensemble's group", "run coarsen-cli ensemble again");
    for (const QByteArray& line : lines.mid(1)) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.size() != 5 || cells[2].isEmpty()) continue;
        curve.r.push_back(cells[0].toDouble() * umPerPx * unit.perBase);
        curve.value.push_back(cells[2].toDouble());
    }
    return curve;
}

}  // namespace

EnsembleFile readEnsembleFile(const std::filesystem::path& file) {
    const QJsonObject json = QJsonDocument::fromJson(textIn(file)).object();
    const QJsonArray groups = json["groups"].toArray();
    if (json["kind"].toString() != "ensemble" || groups.isEmpty())
        throw InputError(displayName(file), "it holds no groups of an ensemble",
                         "give the ensemble.json of coarsen-cli ensemble");
    const QString key = json["length"].toString();
    const double stated = numberIn(json, "pixel_size_um");
    const bool isCalibrated = stated > 0;  // earlier versions wrote 0 for an unknown size
    const double umPerPx = isCalibrated ? stated : 1;
    double longest = 0;
    bool haveNumbers = true;
    std::vector<std::string> names;
    for (const QJsonValue& group : groups) {
        names.push_back(group["name"].toString().toStdString());
        haveNumbers = haveNumbers && group["x"].isDouble();
        if (const double value = numberIn(group["lengths"][key].toObject(), "value_px"); std::isfinite(value))
            longest = std::max(longest, value);
    }
    const Unit unit = lengthUnit(isCalibrated, longest == 0 ? 1 : longest * umPerPx);
    const double perPx = umPerPx * unit.perBase;

    EnsembleFile read;
    read.unit = read.data.unit = unit.name;
    read.data.label = labelOf(key.toStdString());
    if (haveNumbers) read.data.condition = json["x"].toString().isEmpty() ? QObject::tr("condition") : json["x"].toString();
    read.commit = json["commit"].toString();
    read.finishedUtc = json["finished_utc"].toString();
    const std::vector<std::string> stems = groupFileNames(names);
    for (qsizetype i = 0; i < groups.size(); ++i) {
        const QJsonObject group = groups[i].toObject();
        const QJsonArray images = group["images"].toArray();
        const QJsonObject pooled = group["lengths"][key].toObject();
        EnsembleData::Group shown;
        shown.name = group["name"].toString();
        shown.x = haveNumbers ? numberIn(group, "x") : static_cast<double>(i);
        shown.value = numberIn(pooled, "value_px") * perPx;
        shown.error = numberIn(pooled, "err_px") * perPx;
        for (qsizetype k = 0; k < images.size(); ++k)
            if (const QJsonObject own = images[k]["lengths"][key].toObject(); own["value_px"].isDouble())
                shown.images.push_back({static_cast<int>(k), numberIn(own, "value_px") * perPx, numberIn(own, "err_px") * perPx});
        read.data.groups.push_back(std::move(shown));
        const auto isMeasured = [](const QJsonValue& image) { return image["status"].toString() != "failed"; };
        if (std::any_of(images.begin(), images.end(), isMeasured))
            read.data.curves.push_back(curveOfFile(group["name"].toString(),
                                                   file.parent_path() / ("c1d_" + stems[static_cast<std::size_t>(i)] + ".csv"),
                                                   umPerPx, unit));
    }
    return read;
}

}  // namespace coarsen::window
