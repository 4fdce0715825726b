// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/stage_picture.hpp"

#include <QToolButton>

namespace coarsen::window {

/// Name that users have for a stage: "Raw", "Flat", "Final".
QString stageName(const QString& key);

/// Names the stage that a side of the image shows, on the image; a click offers the others.
class StageTag : public QToolButton {
    Q_OBJECT
public:
    explicit StageTag(const QString& help, QWidget* parent);
    void show(const StagePictures& stages, const QString& key);
    QSize sizeHint() const override;

signals:
    void stageChosen(const QString& key);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    void fillMenu();
    QFont tagFont() const;

    QString help_;
    StagePictures stages_;
    QString key_;
};

}  // namespace coarsen::window
