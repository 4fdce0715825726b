// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/preferences.hpp"
#include "core/analysis/analyse_frame.hpp"

#include <QString>

namespace coarsen::window {

/// Engine that measures, and the share of the machine that it may take.
struct Machine {
    Engines engines;
    QString name = QStringLiteral("auto"), convolution = QStringLiteral("auto");  ///< engines asked for
    int memoryMb = Preferences::usualMemoryMb();
    int threads = 0;  ///< of a run; 0: all

    /// Request for the measurement of one frame, which may use all threads.
    EngineRequest request() const {
        EngineRequest request;
        request.engines = engines;
        request.name = name.toStdString();
        request.convolution = convolution.toStdString();
        request.threads = 0;
        return request;
    }
};

}  // namespace coarsen::window
