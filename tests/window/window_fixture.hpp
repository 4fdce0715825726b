// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/synthetic_series.hpp"

#include <QFile>
#include <QString>
#include <qcustomplot.h>

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

/// The words shown in a plot that contain `part`; null when there are none.
inline const QCPItemText* wordsIn(QCustomPlot* plot, const QString& part) {
    for (int i = 0; i < plot->itemCount(); ++i)
        if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i)); text && text->visible() && text->text().contains(part))
            return text;
    return nullptr;
}

}  // namespace coarsen::window
