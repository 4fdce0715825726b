// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/main_window.hpp"
#include "app/window/plots/growth_plot.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"

#include <QFile>
#include <QString>
#include <QTest>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <memory>

namespace coarsen::window {

/// Pictures of 240 x 180 whose R_max grows, without the truth beside them.
inline void writeGrowingSeries(const QString& folder, int frames, double fromPx, double toPx) {
    RingSettings growing;
    growing.width = 240, growing.height = 180, growing.frames = frames;
    growing.rMaxFromPx = fromPx, growing.rMaxToPx = toPx;
    writeRingSeries(folder.toStdString(), growing);
    for (const char* file : {"/truth.csv", "/truth.json"})
        QFile::remove(folder + file);
}

/// A window on a series or session, once its first frame is measured; null when that takes too long.
inline std::unique_ptr<MainWindow> windowOn(const QString& path) {
    auto window = std::make_unique<MainWindow>(cpuEngines());
    window->resize(1366, 768);
    window->show();
    window->openPaths({path});
    const Document& document = window->document();
    const bool isReady = QTest::qWaitFor([&] { return document.isOpen() && !document.isBusy(); }, 60000);
    return isReady ? std::move(window) : nullptr;
}

/// The words shown in a plot that contain `part`; null when there are none.
inline const QCPItemText* wordsIn(QCustomPlot* plot, const QString& part) {
    for (int i = 0; i < plot->itemCount(); ++i)
        if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i)); text && text->visible() && text->text().contains(part))
            return text;
    return nullptr;
}

/// Turns the wheel there by so many notches.
inline void wheel(QWidget* widget, const QPoint& place, int notches) {
    QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(widget, &event);
}

/// Where the frame's point stands in the growth chart.
inline QPoint placeOfPoint(const QCustomPlot& chart, const GrowthData& data, int frame) {
    const FrameResult& row = data.points[static_cast<std::size_t>(frame)].result();
    const QCPAxisRect& rect = *chart.axisRect(0);
    return QPointF(rect.axis(QCPAxis::atBottom)->coordToPixel(data.timeOf(row)),
                   rect.axis(QCPAxis::atLeft)->coordToPixel(data.lengthOf(row.rMax)))
        .toPoint();
}

}  // namespace coarsen::window
