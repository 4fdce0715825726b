// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/stage_picture.hpp"

#include <QWidget>

namespace coarsen::window {

/// Grey values before (line) and after (area) the recipe, with the clipped parts in per cent. Two handles stand at the
/// percentiles between which the final image is shown; drag them.
class HistogramView : public QWidget {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);
    void show(const GreyHistogram& histogram, double lowPercent, double highPercent);
    void showNothing(const QString& why);
    QSize sizeHint() const override { return {200, 92}; }

signals:
    void contrastChosen(double lowPercent, double highPercent);  ///< once per gesture

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    enum class Handle { none, low, high };

    QRectF box() const;
    double percentAt(double x) const;  ///< of the final image's grey values, up to there
    double placeOf(double percent) const;
    Handle handleAt(const QPointF& place) const;

    GreyHistogram histogram_;
    QString whyNothing_;
    double low_ = 0.5, high_ = 99.5;
    Handle dragged_ = Handle::none;
};

}  // namespace coarsen::window
