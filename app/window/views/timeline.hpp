// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/words.hpp"
#include "app/window/values/cell_state.hpp"
#include "core/series/frame_order.hpp"

#include <QImage>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <map>
#include <vector>

class QToolButton;

namespace coarsen::window {

/// The cell behind the last frame while a folder is watched, and the two switches for it.
struct WatchCell {
    bool canWatch = false;  ///< the series can grow
    bool isOn = false, follows = false;
    bool isAway = false;  ///< the folder cannot be listed
    QString words;        ///< words in the cell
};

/// Transport, a ruler of true time, a filmstrip of even cells joined to their moments by thin lines, and one state bar a frame.
/// Dragging anywhere scrubs; with many frames every k-th is drawn as a picture and the bars stay one per frame.
///
/// Use, given `const std::vector<double>& times, const Unit& unit, const FrameSequence& sequence, ShownFrame& frame`:
///
///     Timeline timeline;
///     timeline.showSeries(times, unit, sequence);
///     QObject::connect(&timeline, &Timeline::frameChosen, &frame, &ShownFrame::show);
class Timeline : public QWidget {
    Q_OBJECT
public:
    explicit Timeline(QWidget* parent = nullptr);

    /// `times` are by frame, since the quench in seconds or frame numbers; NaN where unknown. `sequence`: which cell each has.
    void showSeries(std::vector<double> times, const Unit& unit, const FrameSequence& sequence);
    void showStates(std::vector<CellState> states);
    void setRunning(int frame);  ///< -1: none
    void showWatch(const WatchCell& watch);
    void setCurrentFrame(int frame);
    void setThumbnail(int frame, const QImage& picture);
    void clearThumbnails();
    void setUnreadable(int frame, const QString& reason);  ///< there is no picture of it
    void showFailures(std::map<int, QString> reasons);     ///< of the frames that could not be measured
    bool isPlaying() const { return player_.isActive(); }
    void setPlaying(bool playing);
    QSize sizeHint() const override { return {600, 112}; }
    QRect cellRect(int frame) const;  ///< where the frame's picture is, for callouts
    QRect watchRect() const;          ///< the waiting cell; empty when nothing is watched

signals:
    void frameChosen(int frame);
    void frameMenuWanted(int frame, const QPoint& globalPosition);
    void watchWanted(bool on);
    void followWanted(bool on);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    bool event(QEvent*) override;

private:
    static constexpr int transportWidth = 168, barHeight = 4, beats = 24;

    int count() const { return static_cast<int>(times_.size()); }
    QRect strip() const;
    double cellWidth() const;
    int frameAt(int x) const;
    int frameOf(int place) const { return sequence_.frames[static_cast<std::size_t>(place)]; }
    void goBy(int places);
    bool hasFailed(int frame) const;  ///< or will, for it cannot be read; not when it was measured before its file went
    QString whyFailed(int frame) const;
    double rulerX(double time) const;
    bool isFrame(int frame) const { return frame >= 0 && frame < count(); }
    int barsTop() const;
    int drawnEvery() const;  ///< a picture for every k-th frame
    void redraw();           ///< all of it, not only what a step moves
    void drawStill();
    void drawRuler(QPainter& painter) const;
    void drawMoment(QPainter& painter, int frame, const QColor& tick, const QColor& line, double width) const;
    void drawCell(QPainter& painter, int place) const;
    void drawFailure(QPainter& painter, const QRect& cell) const;
    void drawBars(QPainter& painter) const;
    void drawPlaces(QPainter& painter) const;
    void drawNumbers(QPainter& painter) const;
    void drawWatch(QPainter& painter) const;

    std::vector<double> times_;
    FrameSequence sequence_;       ///< cells are places in it
    double first_ = 0, last_ = 0;  ///< earliest and latest of the times
    Unit unit_;
    std::vector<CellState> states_;
    std::map<int, QImage> thumbnails_;
    std::map<int, QString> unreadable_, failures_;  ///< why
    int current_ = -1, running_ = -1;
    QPixmap still_;  ///< part of the picture that a step leaves as it is; null when it must be drawn anew
    QTimer player_;
    WatchCell watch_;
    QTimer pulse_;
    int beat_ = 0;
    QToolButton *watchButton_ = nullptr, *followButton_ = nullptr;
    std::vector<QToolButton*> buttons_;
    QToolButton* playButton_ = nullptr;
};

}  // namespace coarsen::window
