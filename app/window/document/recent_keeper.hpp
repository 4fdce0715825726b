// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/document/recent_series.hpp"

#include <map>

namespace coarsen::window {

/// Remembers what is opened for the start page: its name, what came of it, and three of its frames.
class RecentKeeper : public QObject {
    Q_OBJECT
public:
    explicit RecentKeeper(Document& document, QObject* parent = nullptr);

    void noteResult(const QString& inShort);  ///< of what is open: "n = 1.01 ± 0.06"

private:
    void noteOpened();
    void noteSaved(const QString& session);
    void noteProject(const QString& file);
    void keepPicture(int frame, const QImage& picture);

    Document& document_;
    RecentSeries recent_;             ///< what is open
    std::map<int, QImage> pictures_;  ///< by frame, until there are enough of them
};

}  // namespace coarsen::window
