// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/profile_view.hpp"

#include "app/window/theme/restyle.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/empty_words.hpp"
#include "app/window/views/plot_zoom.hpp"
#include "app/window/views/series_view.hpp"
#include "core/measure/lengths.hpp"

#include <QFocusEvent>
#include <QGraphicsOpacityEffect>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int narrowBelow = 360, roomForNames = 280;  // px
constexpr double markerReach = 6, leastDrag = 3;
}  // namespace

ProfileView::ProfileView(QWidget* parent) : QWidget(parent), pages_(new QStackedWidget) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 8, 6);
    layout->addWidget(pages_);
    const auto page = [this](const QString& words, const QString& name) {
        auto* const plot = new QCustomPlot;
        plot->setAccessibleName(words);
        plot->setObjectName(name);
        plot->setMouseTracking(true);
        plot->installEventFilter(this);
        pages_->addWidget(plot);
        zooms_[plot] = new PlotZoom(plot->xAxis, plot->yAxis, this);
        connect(zooms_[plot], &PlotZoom::changed, plot, [plot] { plot->replot(QCustomPlot::rpQueuedReplot); });
        return plot;
    };
    profilePlot_ = page(tr("Azimuthal average"), "c1d-plot");
    spectrumPlot_ = page(tr("Structure factor"), "spectrum-plot");
    sectorPlot_ = page(tr("Azimuthal average by sectors"), "sector-plot");
    series_ = new SeriesView;
    pages_->addWidget(series_);
    connect(series_, &SeriesView::frameChosen, this, &ProfileView::frameChosen);
    for (QCustomPlot* const plot : {profilePlot_, spectrumPlot_, sectorPlot_, series_->plot()}) {
        plot->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(plot, &QWidget::customContextMenuRequested, this, &ProfileView::menuWanted);
    }
    profile_ = std::make_unique<ProfilePlot>(profilePlot_, theme());
    explanation_ = new QLabel(profilePlot_);
    explanation_->setObjectName("marker-explanation");
    explanation_->setWordWrap(true);
    explanation_->setAttribute(Qt::WA_TransparentForMouseEvents);
    explanation_->hide();
    spectrum_ = std::make_unique<SpectrumPlot>(spectrumPlot_, theme());
    sectors_ = std::make_unique<SectorPlot>(sectorPlot_, theme());
    for (QCustomPlot* const plot : {profilePlot_, spectrumPlot_, sectorPlot_})
        empty_.push_back(new EmptyWords(plot));
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        profile_->applyTheme(theme());
        spectrum_->applyTheme(theme());
        sectors_->applyTheme(theme());
        redraw();
    });
}

ProfileView::~ProfileView() = default;

QCustomPlot* ProfileView::plot() const {
    if (mode_ == ProfileMode::series) return series_->plot();
    return mode_ == ProfileMode::profile ? profilePlot_ : mode_ == ProfileMode::spectrum ? spectrumPlot_ : sectorPlot_;
}

void ProfileView::setMode(ProfileMode mode) {
    mode_ = mode;
    pages_->setCurrentWidget(mode == ProfileMode::series ? static_cast<QWidget*>(series_) : plot());
    redraw();
}

void ProfileView::setCurrentFrame(int frame) {
    if (std::exchange(frame_, frame) != frame && (isGrabbed_ || pressedAt_)) giveUpMarker();
    series_->setCurrentFrame(frame);
}

void ProfileView::show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration) {
    shownProfile_ = profile;
    for (EmptyWords* words : empty_)
        words->say({});
    lengths_ = lengths;
    calibration_ = calibration;
    if (plot() == profilePlot_) redraw();
}

void ProfileView::showSpectra(const Spectrum& spectrum, const std::vector<Sector>& sectors, const Calibration& calibration) {
    shownSpectrum_ = spectrum;
    shownSectors_ = sectors;
    calibration_ = calibration;
    if (mode_ == ProfileMode::spectrum || mode_ == ProfileMode::sectors) redraw();
}

void ProfileView::showDirection(std::shared_ptr<const DirectionCurve> curve) {
    look_.direction = std::move(curve);
    if (mode_ == ProfileMode::profile) redraw();
}

void ProfileView::showTerms(std::shared_ptr<const std::vector<Term>> terms, const std::optional<ChannelPair>& chosen) {
    if (look_.terms == terms && look_.term == chosen) return;
    look_.terms = std::move(terms);
    look_.term = chosen;
    if (mode_ == ProfileMode::profile) redraw();
}

void ProfileView::setCorner(const QString& words) {
    look_.corner = words;
}

void ProfileView::setOfVolumes(bool areVolumes) {
    look_.isOfVolume = areVolumes;
    redraw();
}

void ProfileView::setAxes(ProfileAxes axes) {
    look_.axes = axes;
    redraw();
}

void ProfileView::grabMarker() {
    if (shownProfile_.size() < 3) return;
    isGrabbed_ = true;
    dragMarker(lengths_.rMax.isFound() ? lengths_.rMax.px : shownProfile_.r.back() / 2);
    explanation_->setText(
        tr("Another maximum: move the mouse, or press ← or →. A click or Return sets it, Esc leaves it as it was."));
    restyle(explanation_, QStringLiteral("background: %1; color: %2; border: 1px solid %3; padding: 5px 8px;")
                              .arg(theme().raised.name(), theme().ink.name(), theme().rmax.name()));
    explanation_->setFixedWidth(std::max(160, profilePlot_->width() - 60));
    explanation_->adjustSize();
    explanation_->move(profilePlot_->width() - explanation_->width() - 4, profilePlot_->height() - explanation_->height() - 4);
    explanation_->show();
    explanation_->raise();
    profilePlot_->setFocus();
}

void ProfileView::giveUpMarker() {
    isGrabbed_ = false;
    pressedAt_.reset();
    draggedPx_.reset();
    explanation_->hide();
    redraw();
    emit markerDragged(lengths_.rMax.isFound() ? lengths_.rMax.px : 0);
}

/// To the next maximum of C1D on that side; stays where there is none.
void ProfileView::stepMarker(int direction) {
    const double now = rMaxNear(shownProfile_, *draggedPx_, {}).px;
    for (double px = now + direction; px > 0 && px <= shownProfile_.r.back(); px += direction) {
        if (const double next = rMaxNear(shownProfile_, px, {}).px; direction * (next - now) > 0.5) return dragMarker(next);
    }
}

/// True where the event went to the marker in hand.
bool ProfileView::steerGrabbed(QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseMove:
            profilePlot_->setCursor(Qt::SizeHorCursor);
            dragMarker(pxAt(static_cast<QMouseEvent*>(event)->position().x()));
            return true;
        case QEvent::MouseButtonPress:
            if (static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton) break;
            dragMarker(pxAt(static_cast<QMouseEvent*>(event)->position().x()));
            dropMarker();
            return true;
        case QEvent::KeyPress:
            switch (static_cast<QKeyEvent*>(event)->key()) {
                case Qt::Key_Left:
                case Qt::Key_Right:
                    stepMarker(static_cast<QKeyEvent*>(event)->key() == Qt::Key_Left ? -1 : 1);
                    return true;
                case Qt::Key_Return:
                case Qt::Key_Enter:
                    dropMarker();
                    return true;
                case Qt::Key_Escape:
                    giveUpMarker();
                    return true;
                default:
                    return false;
            }
        case QEvent::FocusOut: {
            const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
            if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) giveUpMarker();
            return false;
        }
        default:
            break;
    }
    return false;
}

PlotZoom* ProfileView::zoom() const {
    const auto known = zooms_.find(plot());
    return known == zooms_.end() ? nullptr : known->second;
}

void ProfileView::resetView() {
    if (zoom()) zoom()->reset();
}

void ProfileView::setLogarithmic(bool logarithmic) {
    logarithmic_ = logarithmic;
    redraw();
}

void ProfileView::showNothing(const QString& why) {
    shownProfile_ = {};
    shownSectors_.clear();
    for (EmptyWords* words : empty_)
        words->say(why);
    redraw();
}

void ProfileView::redraw() {
    const bool isNarrow = width() < narrowBelow;
    if (mode_ == ProfileMode::series) return;  // it draws itself
    if (plot() == profilePlot_) {
        ProfileLengths lengths = lengths_;
        look_.isNarrow = isNarrow;
        if (draggedPx_) lengths.rMax = rMaxNear(shownProfile_, *draggedPx_, {});
        if (shownProfile_.size() > 0)
            profile_->show(shownProfile_, lengths, calibration_, look_);
        else
            profile_->clear();
    } else if (plot() == sectorPlot_) {
        sectors_->show(shownSectors_, calibration_, height() < roomForNames);
    } else if (!shownSectors_.empty()) {
        spectrum_->show(shownSpectrum_, calibration_, logarithmic_, isNarrow);
    } else {
        spectrum_->clear();
    }
    const QCPAxis *const x = plot()->xAxis, *const y = plot()->yAxis;
    zoom()->keep(x->label() + QString::number(x->scaleType()) + QString::number(y->scaleType()),
                 plot() == profilePlot_ ? std::optional(1.05) : std::nullopt);  // C1D's central peak stands above what is shown
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void ProfileView::setStale(bool stale) {
    if (mode_ == ProfileMode::series) stale = false;  // it shows the series, not the frame
    if (stale == (pages_->graphicsEffect() != nullptr)) return;
    auto* const effect = stale ? new QGraphicsOpacityEffect(pages_) : nullptr;
    if (effect) effect->setOpacity(0.45);
    pages_->setGraphicsEffect(effect);
}

void ProfileView::resizeEvent(QResizeEvent*) {
    redraw();
}

void ProfileView::setHoveredRadius(std::optional<double> px) {
    if (plot() == profilePlot_) profile_->setHoveredRadius(px);
    if (plot() == sectorPlot_) sectors_->setHoveredRadius(px);
}

bool ProfileView::isOnMarker(double x) const {
    return lengths_.rMax.isFound() && shownProfile_.size() > 2 &&
           std::abs(profilePlot_->xAxis->coordToPixel(lengths_.rMax.px / profile_->pxPerUnit()) - x) <= markerReach;
}

void ProfileView::dragMarker(double px) {
    if (shownProfile_.size() < 3) return;
    draggedPx_ = std::clamp(px, 0.0, shownProfile_.r.back());
    redraw();
    emit markerDragged(rMaxNear(shownProfile_, *draggedPx_, {}).px);
}

void ProfileView::dropMarker() {
    isGrabbed_ = false;
    explanation_->hide();
    const auto px = std::exchange(draggedPx_, {});
    if (!px) return;
    const LengthScale before = std::exchange(lengths_.rMax, rMaxNear(shownProfile_, *px, {}));  // shown until the answer is here
    const bool isNew = before.quality != Quality::manual || before.px != lengths_.rMax.px;
    if (isNew) emit markerChosen(*px);
    redraw();
}

double ProfileView::pxAt(double x) const {
    return profilePlot_->xAxis->pixelToCoord(x) * profile_->pxPerUnit();
}

void ProfileView::moveMarker(const QMouseEvent& event) {
    const double x = event.position().x();
    switch (event.type()) {
        case QEvent::MouseButtonPress:
            if (event.button() == Qt::LeftButton && isOnMarker(x)) pressedAt_ = x;
            break;
        case QEvent::MouseMove:
            profilePlot_->setCursor(isOnMarker(x) || draggedPx_ ? Qt::SizeHorCursor : Qt::ArrowCursor);
            if (pressedAt_ && (draggedPx_ || std::abs(x - *pressedAt_) >= leastDrag)) dragMarker(pxAt(x));
            break;
        case QEvent::MouseButtonRelease:
            pressedAt_.reset();
            dropMarker();
            break;
        case QEvent::MouseButtonDblClick:
            if (event.button() != Qt::LeftButton || zoom()->isZoomed()) break;
            dragMarker(pxAt(x));
            dropMarker();
            break;
        default:
            break;
    }
}

void ProfileView::addMarkerAction(QMenu& menu, const QPoint& at) {
    if (plot() != profilePlot_ || shownProfile_.size() < 3) return;
    if (lengths_.rMax.quality == Quality::manual) {
        menu.addAction(tr("%1 back to automatic").arg(rMaxText()), this, [this, frame = frame_] {
            if (frame == frame_) emit markerCleared();
        });
        return;
    }
    const double px = pxAt(at.x());
    menu.addAction(tr("%1 at the maximum here").arg(rMaxText()), this, [this, px, frame = frame_] {
        if (frame != frame_) return;  // another one is shown by now
        dragMarker(px);
        dropMarker();
    });
}

void ProfileView::addFollowAction(QMenu& menu, const QPoint& at) {
    if (plot() != profilePlot_ || shownProfile_.size() < 3) return;
    const double px = rMaxNear(shownProfile_, pxAt(at.x()), {}).px;
    menu.addAction(tr("Follow the maximum here through all frames"), this, [this, px, frame = frame_] {
        if (frame == frame_) emit maximumFollowed(px);
    });
}

/// The wheel, and drags of what is not the marker. A double click shows all again, and takes the event from the marker then.
bool ProfileView::pan(QObject* watched, QEvent* event) {
    PlotZoom* const zoom = watched == plot() ? this->zoom() : nullptr;
    if (!zoom || shownProfile_.size() == 0) return false;
    const auto mouse = [event]() -> const QMouseEvent& { return *static_cast<QMouseEvent*>(event); };
    switch (event->type()) {
        case QEvent::Wheel:
            zoom->wheel(*static_cast<QWheelEvent*>(event));
            return true;
        case QEvent::MouseButtonPress:
            if (mouse().button() == Qt::LeftButton && !pressedAt_) zoom->press(mouse().position());
            return false;
        case QEvent::MouseMove:
            zoom->drag(mouse().position());
            return false;
        case QEvent::MouseButtonRelease:
            zoom->release();
            return false;
        case QEvent::MouseButtonDblClick:
            if (mouse().button() == Qt::LeftButton) zoom->reset();
            return false;
        default:
            return false;
    }
}

bool ProfileView::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (isGrabbed_ && watched == profilePlot_ && steerGrabbed(event)) return true;
    if (watched == profilePlot_ && (type == QEvent::MouseButtonPress || type == QEvent::MouseMove ||
                                    type == QEvent::MouseButtonRelease || type == QEvent::MouseButtonDblClick))
        moveMarker(*static_cast<QMouseEvent*>(event));
    if (pan(watched, event)) return true;
    if (event->type() == QEvent::MouseMove && shownProfile_.size() > 0 && watched != spectrumPlot_) {
        const double perUnit = watched == profilePlot_ ? profile_->pxPerUnit() : sectors_->pxPerUnit();
        const double px = plot()->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x()) * perUnit;
        emit radiusHovered(px >= 0 && px <= shownProfile_.r.back() ? std::optional(px) : std::nullopt);
    }
    if (event->type() == QEvent::Leave) emit radiusHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
