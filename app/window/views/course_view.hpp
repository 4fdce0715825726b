// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/course_plot.hpp"

#include <QWidget>

#include <memory>

class QCustomPlot;

namespace coarsen::window {

class EmptyWords;
class PointCallout;

/// A quantity of the series against time, in the growth chart's place. A click on a point goes to its frame.
class CourseView : public QWidget {
    Q_OBJECT
public:
    explicit CourseView(QWidget* parent = nullptr);
    ~CourseView() override;

    void show(Course course, int currentFrame);
    void setCurrentFrame(int frame);
    QCustomPlot* plot() const { return plot_; }

signals:
    void frameChosen(int frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent*) override;

private:
    void redraw();
    void hover(const QPointF& place);

    QCustomPlot* plot_;
    std::unique_ptr<CoursePlot> content_;
    PointCallout* callout_;
    EmptyWords* empty_;
    Course course_;
    int current_ = -1;
};

}  // namespace coarsen::window
