// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recent_store.hpp"
#include "app/window/document/recovery.hpp"

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace coarsen::window {

class LeftSessions;

/// Page of an empty window: drop a folder, open one, come back to a recent series, or try the sample whose answer is known.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    void focusFirst();
    void showRecent(const QList<OfferedSeries>& series);
    void showLeft(const QList<LeftSession>& left);

signals:
    void openFolderWanted();
    void openFilesWanted();
    void watchFolderWanted();
    void pathsWanted(const QStringList& paths);
    void forgetWanted(const QString& path);  ///< of a recent series
    void forgetAllWanted();
    void sampleWanted();
    void syntheticWanted();
    void discardWanted(const QString& leftSession);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent*) override;

private:
    void restyle();
    void showAsManyAsFit();
    void locate(const QString& path);

    LeftSessions* left_;
    QWidget* dropCard_;
    QWidget* sampleCard_;
    QVBoxLayout* recent_;
    QToolButton* forgetAll_;
};

}  // namespace coarsen::window
