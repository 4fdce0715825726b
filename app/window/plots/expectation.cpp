// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/expectation.hpp"

#include <QObject>

namespace coarsen::window {

namespace {
constexpr int framesShown = 3;
}  // namespace

QString expectationText(const GrowthData& data) {
    if (!data.recent) return {};
    std::vector<double> times;
    for (const GrowthData::Point& point : data.points)
        times.push_back(point.result().timeS);
    const auto expected = expectedFrames(data.recent->line, times, data.recent->frameError, framesShown);
    if (expected.empty()) return {};
    const Unit length = data.lengthUnit();
    const auto words = [&](const ExpectedFrame& frame) {
        return withError(frame.length * length.perBase, frame.error * length.perBase, length.name);
    };
    const QString when = data.timesAreSeconds ? timeText(expected.front().time - data.originS(), data.timeUnit())
                                              : QObject::tr("number %1").arg(expected.front().time);
    QString text = QObject::tr("Next frame at %1: %2 %3 expected").arg(when, data.lengthLabel(), words(expected.front()));
    for (std::size_t i = 1; i < expected.size(); ++i)
        text += (i == 1 ? QObject::tr(", then ") : QStringLiteral(", ")) + words(expected[i]);
    return text;
}

}  // namespace coarsen::window
