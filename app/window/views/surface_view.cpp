// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/surface_view.hpp"

#include "app/window/plots/surface_look.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/restyle.hpp"
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

QString removedWords() {
    return SurfaceView::tr("Coloured by the noise removed: how far denoising moved the surface, violet outwards");
}

QString movedWords() {
    return SurfaceView::tr("Coloured by the distance moved since the frame before: violet where the phase has grown");
}

QString beforeWords() {
    return SurfaceView::tr("The surface as it was before it was denoised");
}
}  // namespace

SurfaceView::SurfaceView(QWidget* parent)
    : QWidget(parent), colours_(new QButtonGroup(this)), before_(new QToolButton), large_(new QToolButton) {
    setObjectName("surface-view");
    setAccessibleName(tr("The surface in space"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::OpenHandCursor);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    auto* const row = new QHBoxLayout;
    auto* const bar = new QWidget;
    bar->setObjectName("surface-bar");
    auto* const choice = new QHBoxLayout(bar);
    choice->setContentsMargins(2, 2, 2, 2);
    choice->setSpacing(2);
    row->addWidget(bar);
    const std::pair<SurfaceColour, QString> choices[] = {{SurfaceColour::mean, tr("Coloured by mean curvature H")},
                                                         {SurfaceColour::gaussian, tr("Coloured by Gaussian curvature K")},
                                                         {SurfaceColour::removed, removedWords()},
                                                         {SurfaceColour::moved, movedWords()},
                                                         {SurfaceColour::plain, tr("Shaded only")}};
    for (const auto& [colour, words] : choices) {
        auto* const button = new QToolButton;
        button->setText(nameOf(colour));
        button->setToolTip(words);
        button->setAccessibleName(words);
        button->setObjectName("surface-colour-" + QString::number(static_cast<int>(colour)));
        button->setCheckable(true);
        button->setChecked(colour == seen_.colour);
        button->setCursor(Qt::ArrowCursor);
        colours_->addButton(button, static_cast<int>(colour));
        choice->addWidget(button);
    }
    before_->setText(tr("before"));
    before_->setCheckable(true);
    before_->setAccessibleName(beforeWords());
    before_->setObjectName("surface-before");
    before_->setCursor(Qt::ArrowCursor);
    row->addStretch();
    large_->setIcon(icon("fitview"));
    large_->setCheckable(true);
    large_->setToolTip(tr("The surface alone, or beside the slices"));
    large_->setAccessibleName(large_->toolTip());
    large_->setObjectName("surface-large");
    large_->setCursor(Qt::ArrowCursor);
    row->addWidget(large_);
    column->addLayout(row);
    column->addWidget(before_, 0, Qt::AlignLeft);
    column->addStretch();
    connect(colours_, &QButtonGroup::idClicked, this, [this](int id) { setColour(static_cast<SurfaceColour>(id)); });
    connect(before_, &QToolButton::clicked, this, &SurfaceView::setBefore);
    connect(large_, &QToolButton::toggled, this, &SurfaceView::largeWanted);
    settled_.setSingleShot(true);
    settled_.setInterval(settledMs);
    connect(&settled_, &QTimer::timeout, this, [this] { draw(false); });
    const auto dress = [this, bar] {
        restyle(bar, QStringLiteral("#surface-bar { background: %1; border-radius: 6px; }"
                                    "#surface-bar QToolButton { padding: 3px 1px; }")  // beside slices it is narrow
                         .arg(theme().panel.name()));
        restyle(before_, QStringLiteral("QToolButton:!checked { background: %1; }").arg(theme().panel.name()));
    };
    dress();
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this, dress] {
        dress();
        draw(false);
    });
}

void SurfaceView::show(std::shared_ptr<const ShownSurface> surface) {
    isStale_ = false;
    if (surface == surface_) return update();
    surface_ = std::move(surface);
    message_.clear();
    showWhatThereIs();
    draw(false);
}

/// Enables what there is; the rest cannot be chosen and says why. A choice made before stays.
void SurfaceView::showWhatThereIs() {
    const auto show = [](QAbstractButton& button, const QString& words, const QString& why) {
        button.setEnabled(why.isEmpty() || button.isChecked());
        button.setToolTip(why.isEmpty() ? words : words + "\n" + why);
    };
    show(*colours_->button(static_cast<int>(SurfaceColour::removed)), removedWords(), whyNot(SurfaceColour::removed, *surface_));
    show(*colours_->button(static_cast<int>(SurfaceColour::moved)), movedWords(), whyNot(SurfaceColour::moved, *surface_));
    show(*before_, beforeWords(), whyNotBefore(*surface_));
}

QString SurfaceView::partInWords() const {
    return partDone_ > 0 ? QStringLiteral(" %1 %").arg(std::lround(100 * partDone_)) : QString();
}

/// Why the surface does not look as was chosen; empty: it does.
QString SurfaceView::missing() const {
    if (surface_->side(seen_.isBefore).has(seen_.colour)) return {};
    if (const QString why = whyNot(seen_.colour, *surface_); !why.isEmpty()) return why;
    return seen_.colour == SurfaceColour::moved && !surface_->moved ? tr("The frame before is being measured…") + partInWords()
                                                                    : tr("Only for the denoised surface");
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

void SurfaceView::setPartDone(double part) {
    if (part == std::exchange(partDone_, part)) return;
    update();
}

void SurfaceView::setColour(SurfaceColour colour) {
    colours_->button(static_cast<int>(colour))->setChecked(true);
    seen_.colour = colour;
    if (surface_) showWhatThereIs();
    draw(false);
    emit lookChanged();
}

void SurfaceView::setBefore(bool before) {
    before_->setChecked(before);
    seen_.isBefore = before;
    if (surface_) showWhatThereIs();
    draw(false);
    emit lookChanged();
}

void SurfaceView::setTurn(const SurfaceTurn& turn) {
    seen_.turn = turn;
    draw(false);
    emit lookChanged();
}

void SurfaceView::setLarge(bool large) {
    large_->setChecked(large);
}

void SurfaceView::draw(bool isQuick) {
    if (!surface_ || width() < 2 || height() < 2) return;
    const SurfaceSide& side = surface_->side(seen_.isBefore);
    SurfaceLook look = surfaceLook(side, seen_.colour, theme());
    if (isQuick) look.finer = 1;
    emit drawingWanted({isQuick ? side.quick : side.scene, std::move(look), seen_.turn, place().size() * devicePixelRatio()});
}

void SurfaceView::turnBy(double azimuthDeg, double elevationDeg) {
    seen_.turn.azimuthDeg = std::remainder(seen_.turn.azimuthDeg + azimuthDeg, 360);
    seen_.turn.elevationDeg = std::clamp(seen_.turn.elevationDeg + elevationDeg, -steepest, steepest);
    draw(true);
    emit lookChanged();
}

/// Above the legend.
QRect SurfaceView::place() const {
    return seen_.colour == SurfaceColour::plain ? rect() : QRect(0, 0, width(), std::max(2, legend().top() - 4));
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
        painter.drawText(rect().adjusted(20, 40, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, message_ + partInWords());
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (!picture_.isNull()) painter.drawImage(place(), picture_);
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);
    paintSurfaceLegend(painter, legend(), *surface_, seen_, theme());
    if (const QString why = missing(); !why.isEmpty()) {
        painter.setPen(theme().ink2);
        painter.drawText(legend(), Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, why);
    }
    QPoint tag(edge, 72);
    if (seen_.isBefore && surface_->noisy) {
        paintTag(painter, factsBefore(*surface_->answer, surface_->answer->distance.spacing), tag);
        tag.ry() += 24;
    }
    if (isStale_) paintTag(painter, tr("from the previous recipe"), tag);
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
    seen_.turn.zoom = std::clamp(seen_.turn.zoom * std::pow(wheelFactor, event->angleDelta().y() / 120.0), farthest, nearest);
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
