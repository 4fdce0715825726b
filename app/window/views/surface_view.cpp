// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/surface_view.hpp"

#include "app/window/plots/surface_look.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/image_marks.hpp"

#include <QButtonGroup>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr double degreesPerPx = 0.45, degreesPerKey = 6, steepest = 89;
constexpr double wheelFactor = 1.12, nearest = 8, farthest = 0.4;
constexpr int settledMs = 180, edge = 10, legendWide = 230, legendHigh = 78, lowLegendHigh = 40, highView = 300;
}  // namespace

SurfaceView::SurfaceView(QWidget* parent) : QWidget(parent), colours_(new QButtonGroup(this)), large_(new QToolButton) {
    setObjectName("surface-view");
    setAccessibleName(tr("The surface in space"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::OpenHandCursor);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    auto* const row = new QHBoxLayout;
    row->setSpacing(2);
    const std::pair<SurfaceColour, QString> choices[] = {{SurfaceColour::mean, tr("Coloured by mean curvature H")},
                                                         {SurfaceColour::gaussian, tr("Coloured by Gaussian curvature K")},
                                                         {SurfaceColour::plain, tr("Shaded only")}};
    for (const auto& [colour, words] : choices) {
        auto* const button = new QToolButton;
        button->setText(nameOf(colour));
        button->setToolTip(words);
        button->setAccessibleName(words);
        button->setObjectName("surface-colour-" + QString::number(static_cast<int>(colour)));
        button->setCheckable(true);
        button->setChecked(colour == colour_);
        button->setCursor(Qt::ArrowCursor);
        colours_->addButton(button, static_cast<int>(colour));
        row->addWidget(button);
    }
    row->addStretch();
    large_->setIcon(icon("fitview"));
    large_->setCheckable(true);
    large_->setToolTip(tr("The surface alone, or beside the slices"));
    large_->setAccessibleName(large_->toolTip());
    large_->setObjectName("surface-large");
    large_->setCursor(Qt::ArrowCursor);
    row->addWidget(large_);
    column->addLayout(row);
    column->addStretch();
    connect(colours_, &QButtonGroup::idClicked, this, [this](int id) { setColour(static_cast<SurfaceColour>(id)); });
    connect(large_, &QToolButton::toggled, this, &SurfaceView::largeWanted);
    settled_.setSingleShot(true);
    settled_.setInterval(settledMs);
    connect(&settled_, &QTimer::timeout, this, [this] { draw(false); });
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] { draw(false); });
}

void SurfaceView::show(std::shared_ptr<const ShownSurface> surface) {
    isStale_ = false;
    if (surface == surface_) return update();
    surface_ = std::move(surface);
    message_.clear();
    draw(false);
}

void SurfaceView::showPicture(const QImage& picture) {
    if (!surface_) return;
    picture_ = picture;
    update();
}

void SurfaceView::showMessage(const QString& text) {
    surface_.reset();
    picture_ = {};
    message_ = text;
    isStale_ = false;
    update();
}

void SurfaceView::setStale(bool stale) {
    isStale_ = stale && surface_;
    update();
}

void SurfaceView::setColour(SurfaceColour colour) {
    colours_->button(static_cast<int>(colour))->setChecked(true);
    colour_ = colour;
    draw(false);
    emit lookChanged();
}

void SurfaceView::setTurn(const SurfaceTurn& turn) {
    turn_ = turn;
    draw(false);
    emit lookChanged();
}

void SurfaceView::setLarge(bool large) {
    large_->setChecked(large);
}

void SurfaceView::draw(bool isQuick) {
    if (!surface_ || width() < 2 || height() < 2) return;
    SurfaceLook look = surfaceLook(surface_->answer, colour_, theme());
    if (isQuick) look.finer = 1;
    emit drawingWanted({isQuick ? surface_->quick : surface_->scene, std::move(look), turn_, size() * devicePixelRatio()});
}

void SurfaceView::turnBy(double azimuthDeg, double elevationDeg) {
    turn_.azimuthDeg = std::remainder(turn_.azimuthDeg + azimuthDeg, 360);
    turn_.elevationDeg = std::clamp(turn_.elevationDeg + elevationDeg, -steepest, steepest);
    draw(true);
    emit lookChanged();
}

QRect SurfaceView::legend() const {
    const int wide = std::min(legendWide, width() - 2 * edge), high = height() >= highView ? legendHigh : lowLegendHigh;
    return {edge, height() - edge - high, wide, high};
}

void SurfaceView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().stage);
    if (!surface_) {
        painter.setPen(theme().ink2);
        painter.drawText(rect().adjusted(20, 40, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (!picture_.isNull()) painter.drawImage(rect(), picture_);
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);
    if (colour_ != SurfaceColour::plain) {
        QColor plate = theme().stage;
        plate.setAlpha(190);
        painter.fillRect(legend().adjusted(-6, -4, 6, 4), plate);
        paintCurvatureLegend(painter, legend(), surface_->answer, colour_, theme());
    }
    if (isStale_) paintTag(painter, tr("from the previous recipe"), QPoint(edge, 42));
    if (hasFocus()) {
        painter.setPen(theme().accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void SurfaceView::resizeEvent(QResizeEvent*) {
    draw(true);
    settled_.start();
}

void SurfaceView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !surface_) return;
    isDragged_ = true;
    dragFrom_ = event->pos();
    setCursor(Qt::ClosedHandCursor);
}

void SurfaceView::mouseMoveEvent(QMouseEvent* event) {
    if (!isDragged_) return;
    const QPoint moved = event->pos() - std::exchange(dragFrom_, event->pos());
    turnBy(-degreesPerPx * moved.x(), degreesPerPx * moved.y());
}

void SurfaceView::mouseReleaseEvent(QMouseEvent*) {
    if (!std::exchange(isDragged_, false)) return;
    setCursor(Qt::OpenHandCursor);
    draw(false);
}

void SurfaceView::mouseDoubleClickEvent(QMouseEvent*) {
    setTurn({});
}

void SurfaceView::wheelEvent(QWheelEvent* event) {
    turn_.zoom = std::clamp(turn_.zoom * std::pow(wheelFactor, event->angleDelta().y() / 120.0), farthest, nearest);
    draw(true);
    settled_.start();
    emit lookChanged();
}

void SurfaceView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            turnBy(-degreesPerKey, 0);
            break;
        case Qt::Key_Right:
            turnBy(degreesPerKey, 0);
            break;
        case Qt::Key_Up:
            turnBy(0, degreesPerKey);
            break;
        case Qt::Key_Down:
            turnBy(0, -degreesPerKey);
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    settled_.start();
}

void SurfaceView::contextMenuEvent(QContextMenuEvent* event) {
    emit menuWanted(event->globalPos());
}

}  // namespace coarsen::window
