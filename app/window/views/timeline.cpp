// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/timeline.hpp"

#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr int rulerHeight = 30, footHeight = 16, watchWidth = 92, beatMs = 80;
constexpr double leastCell = 26;

}  // namespace

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Timeline"));
    setObjectName("timeline");
    setMouseTracking(false);
    const auto button = [&](const QString& name, const QString& words, auto action) {
        auto* const made = new QToolButton(this);
        made->setIcon(icon(name));
        made->setIconSize({16, 16});
        made->setToolTip(words);
        made->setAccessibleName(words);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, action);
        buttons_.push_back(made);
        return made;
    };
    button("first", tr("First frame (Home)"), [this] { goBy(-count()); });
    button("previous", tr("Previous frame (Left)"), [this] { goBy(-1); });
    playButton_ = button("play", tr("Play or pause (Space)"), [this] { setPlaying(!isPlaying()); });
    button("next", tr("Next frame (Right)"), [this] { goBy(1); });
    button("last", tr("Last frame (End)"), [this] { goBy(count()); });
    player_.setInterval(120);
    connect(&player_, &QTimer::timeout, this, [this] {
        if (isFrame(current_)) emit frameChosen(sequence_.neighbour(current_, 1).value_or(sequence_.first()));
    });
    const auto toggle = [&](const QString& words, const QString& name, const QString& help, auto action) {
        auto* const made = new QToolButton(this);
        made->setText(words);
        made->setObjectName(name);
        made->setCheckable(true);
        made->setProperty("segment", true);
        made->setToolTip(help);
        made->setFocusPolicy(Qt::TabFocus);
        connect(made, &QToolButton::clicked, this, action);
        return made;
    };
    watchButton_ = toggle(tr("Watch"), "watch",
                          tr("Watch the folder: new images are taken in, measured and fitted while the experiment runs"),
                          [this](bool on) { emit watchWanted(on); });
    followButton_ =
        toggle(tr("Follow"), "follow", tr("Show the newest frame as it comes"), [this](bool on) { emit followWanted(on); });
    pulse_.setInterval(beatMs);
    connect(&pulse_, &QTimer::timeout, this, [this] {
        beat_ = (beat_ + 1) % beats;
        update(watchRect());
    });
    showWatch({});
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &Timeline::redraw);
}

void Timeline::goBy(int places) {
    if (isFrame(current_))
        emit frameChosen(sequence_.neighbour(current_, places).value_or(places < 0 ? sequence_.first() : sequence_.last()));
}

void Timeline::redraw() {
    still_ = {};
    update();
}

void Timeline::showWatch(const WatchCell& watch) {
    if (watch.isOn != watch_.isOn) redraw();  // the strip makes room for the cell
    watch_ = watch;
    watchButton_->setEnabled(watch.canWatch);
    watchButton_->setChecked(watch.isOn);
    followButton_->setEnabled(watch.isOn);
    followButton_->setChecked(watch.follows);
    watch.isOn && !watch.isAway ? pulse_.start() : pulse_.stop();
    update();
}

void Timeline::showSeries(std::vector<double> times, const Unit& unit, const FrameSequence& sequence) {
    times_ = std::move(times);
    sequence_ = sequence;
    double first = std::nan(""), last = first;  // of the frames that have a time
    for (const double time : times_)
        first = std::fmin(first, time), last = std::fmax(last, time);
    if (std::isfinite(first)) first_ = first, last_ = last;
    unit_ = unit;
    states_.resize(times_.size(), CellState::waiting);
    redraw();
}

void Timeline::showStates(std::vector<CellState> states) {
    states.resize(times_.size(), CellState::waiting);
    if (states == states_) return;
    states_ = std::move(states);
    redraw();
}

void Timeline::setRunning(int frame) {
    running_ = frame;
    update();
}

void Timeline::setCurrentFrame(int frame) {
    if (current_ == frame) return;
    current_ = frame;
    update();
}

void Timeline::setThumbnail(int frame, const QImage& picture) {
    thumbnails_[frame] = picture;
    unreadable_.erase(frame);
    if (!still_.isNull() && frame < count()) {
        QPainter painter(&still_);
        drawCell(painter, sequence_.placeOf(frame) / drawnEvery() * drawnEvery());
    }
    update(cellRect(frame).adjusted(-2, -2, 2, 2));
}

void Timeline::clearThumbnails() {
    thumbnails_.clear();
    unreadable_.clear();
    redraw();
}

void Timeline::setUnreadable(int frame, const QString& reason) {
    thumbnails_.erase(frame);
    unreadable_[frame] = reason;
    redraw();
}

void Timeline::showFailures(std::map<int, QString> reasons) {
    failures_ = std::move(reasons);
}

bool Timeline::hasFailed(int frame) const {
    const CellState state = states_[static_cast<std::size_t>(frame)];
    return state == CellState::failed || (state == CellState::waiting && unreadable_.contains(frame));
}

QString Timeline::whyFailed(int frame) const {
    for (const auto* reasons : {&failures_, &unreadable_})
        if (const auto known = reasons->find(frame); known != reasons->end())
            return tr("Frame %1: %2").arg(frame).arg(sentence(known->second));
    return {};
}

/// A frame that failed says why; a picture beside it would be of another.
bool Timeline::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto& help = *static_cast<QHelpEvent*>(event);
    const int from = strip().left(), to = from + static_cast<int>(cellWidth() * count());
    const int frame = help.x() >= from && help.x() < to ? frameAt(help.x()) : -1;
    const QString words = isFrame(frame) && hasFailed(frame) ? whyFailed(frame) : QString();
    if (words.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help.globalPos(), words, this);
    return true;
}

void Timeline::setPlaying(bool playing) {
    playing&& count() > 1 ? player_.start() : player_.stop();
    playButton_->setIcon(icon(isPlaying() ? "pause" : "play"));
}

QRect Timeline::strip() const {
    return {transportWidth + 12, rulerHeight + 2, std::max(1, width() - transportWidth - 24 - (watch_.isOn ? watchWidth + 4 : 0)),
            height() - rulerHeight - footHeight - barHeight - 8};
}

double Timeline::cellWidth() const {
    return count() == 0 ? strip().width() : std::min(double(strip().width()) / count(), 2.4 * strip().height());
}

int Timeline::drawnEvery() const {
    return std::max(1, static_cast<int>(std::ceil(leastCell / cellWidth())));
}

QRect Timeline::cellRect(int frame) const {
    const int every = drawnEvery(), shown = isFrame(frame) ? sequence_.placeOf(frame) / every * every : 0;
    const double left = strip().left() + shown * cellWidth();
    return QRectF(left, strip().top(), std::max(2.0, cellWidth() * every - 2), strip().height()).toRect();
}

QRect Timeline::watchRect() const {
    if (!watch_.isOn) return {};
    const int left = strip().left() + static_cast<int>(std::ceil(cellWidth() * count())) + 2;
    return {left, strip().top(), watchWidth, strip().height()};
}

int Timeline::barsTop() const {
    return strip().bottom() + 4;
}

int Timeline::frameAt(int x) const {
    if (count() == 0) return -1;
    return frameOf(std::clamp(static_cast<int>((x - strip().left()) / cellWidth()), 0, count() - 1));
}

double Timeline::rulerX(double time) const {
    if (!(last_ > first_)) return strip().left() + cellWidth() / 2;
    const double used = cellWidth() * count();
    return strip().left() + cellWidth() / 2 + (time - first_) / (last_ - first_) * (used - cellWidth());
}

void Timeline::resizeEvent(QResizeEvent*) {
    int x = 10;
    for (QToolButton* button : buttons_) {
        button->setGeometry(x, height() / 2 - 34, 28, 28);
        x += 30;
    }
    watchButton_->setGeometry(10, height() - 22, 73, 20);
    followButton_->setGeometry(85, height() - 22, 73, 20);
}

void Timeline::mousePressEvent(QMouseEvent* event) {
    if (watchRect().contains(event->position().toPoint())) return emit followWanted(true);
    if (event->position().x() > transportWidth && event->button() == Qt::LeftButton && count() > 0)
        emit frameChosen(frameAt(static_cast<int>(event->position().x())));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || count() == 0) return;
    const int frame = frameAt(static_cast<int>(event->position().x()));
    if (frame != current_) emit frameChosen(frame);
}

void Timeline::contextMenuEvent(QContextMenuEvent* event) {
    if (event->x() > transportWidth && count() > 0) emit frameMenuWanted(frameAt(event->x()), event->globalPos());
}

}  // namespace coarsen::window
