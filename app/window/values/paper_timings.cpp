// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/paper_timings.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace coarsen::window {

namespace {

const QString processor = QStringLiteral("CPU, ");

int threadsOf(const QString& device) {
    return device.startsWith(processor) ? device.mid(processor.size()).section(' ', 0, 0).toInt() : 0;
}

/// "cpu-fft, 2 threads": without threads where the engine has one number of them.
QString nameOf(const QString& engine, const QString& device, const std::set<int>& threads) {
    if (threads.size() < 2) return engine;
    return engine + ", " + device.mid(processor.size());
}

}  // namespace

PaperTimings readPaperTimings(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = readWhole(file);
    const QJsonObject json =
        QJsonDocument::fromJson({reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())}).object();
    const QJsonArray rows = json["cases"].toArray();
    if (json["suite"].toString() != "paper" || rows.isEmpty())
        throw InputError(
            displayName(file), "it is no benchmark for which figures are drawn",
            "give a session, the ensemble.json of coarsen-cli ensemble, or what coarsen-cli bench --suite paper --json printed");
    PaperTimings timings{json["machine"].toString(), json["commit"].toString(), json["date"].toString(), {}};
    std::map<QString, std::set<int>> threads;
    for (const QJsonValue& row : rows)
        threads[row["engine"].toString()].insert(threadsOf(row["device"].toString()));
    for (const QJsonValue& row : rows) {
        const QString engine = row["engine"].toString(), device = row["device"].toString();
        const std::set<int>& all = threads[engine];
        if (const int count = threadsOf(device); count != *all.begin() && count != *all.rbegin()) continue;
        const int width = row["width"].toInt(), height = row["height"].toInt();
        auto size = std::ranges::find_if(timings.sizes, [&](const auto& of) { return of.width == width && of.height == height; });
        if (size == timings.sizes.end()) size = timings.sizes.insert(size, {width, height, {}});
        const QString name = nameOf(engine, device, all);
        auto curve = std::ranges::find(size->curves, name, &PaperTimings::Curve::name);
        if (curve == size->curves.end()) curve = size->curves.insert(curve, {name, {}});
        curve->points.push_back({row["max_lag"].toDouble(), row["ms"].toDouble(),
                                 row["ratio_simple"].toDouble(std::numeric_limits<double>::quiet_NaN())});
    }
    return timings;
}

}  // namespace coarsen::window
