// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/views/stage_picture.hpp"

#include <QWidget>

namespace coarsen::window {

/// Grey values before (line) and after (area) the recipe, with the clipped parts in per cent.
class HistogramView : public QWidget {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);
    void show(const GreyHistogram& histogram);
    QSize sizeHint() const override { return {200, 92}; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    GreyHistogram histogram_;
};

}  // namespace coarsen::window
