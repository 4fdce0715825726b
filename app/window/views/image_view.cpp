// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/image_view.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr double handleReach = 10;
const QColor shadow(0, 0, 0, 166);
}  // namespace

QString stageName(const QString& key) {
    if (key == "raw") return QObject::tr("Raw");
    if (key == "grey") return QObject::tr("Grey");
    if (key == "flatten") return QObject::tr("Flat");
    if (key == "dust") return QObject::tr("Dust");
    if (key == "stabilise") return QObject::tr("Still");
    if (key == "crop") return QObject::tr("Crop");
    if (key == "contrast") return QObject::tr("Final");
    return key;
}

ImageView::ImageView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::ClickFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    setAccessibleName(tr("Frame"));
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, qOverload<>(&QWidget::update));
}

void ImageView::show(StagePictures stages, const Calibration& calibration) {
    const QSize before = frameSize();
    stages_ = std::move(stages);
    calibration_ = calibration;
    message_.clear();
    draggedCrop_.reset();
    if (drag_ != Drag::paint) stroke_.clear();
    if (fitted_ || frameSize() != before) fit();
    update();
}

void ImageView::showMessage(const QString& text) {
    message_ = text;
    stages_.reset();
    update();
}

void ImageView::setStage(const QString& key) {
    stageKey_ = key;
    update();
}

void ImageView::setCompare(Compare compare, const QString& leftKey) {
    compare_ = compare;
    leftKey_ = leftKey;
    if (fitted_) fit();
    update();
}

void ImageView::setDustShown(bool shown) {
    dustShown_ = shown;
    update();
}

void ImageView::setGauge(std::optional<double> rMaxPx, const QString& text) {
    gaugePx_ = rMaxPx;
    gaugeText_ = text;
    update();
}

void ImageView::setGaugeShown(bool shown) {
    gaugeShown_ = shown;
    update();
}

void ImageView::setHoveredRadius(std::optional<double> px) {
    hoveredPx_ = px;
    update();
}

void ImageView::setCropEditing(bool editing) {
    cropEditing_ = editing;
    draggedCrop_.reset();
    update();
}

void ImageView::setBrush(std::optional<Brush> brush) {
    brush_ = brush;
    if (drag_ == Drag::paint) drag_ = Drag::none;
    stroke_.clear();
    setCursor(brush_ ? Qt::BlankCursor : Qt::ArrowCursor);  // the brush's circle is the cursor
    update();
}

void ImageView::setStale(bool stale) {
    if (stale_ == stale) return;
    stale_ = stale;
    update();
}

void ImageView::moveWipe(double by) {
    wipe_ = std::clamp(wipe_ + by, 0.02, 0.98);
    emit wipeMoved(wipe_);
    update();
}

const StagePicture* ImageView::stage(const QString& key) const {
    if (!stages_ || stages_->empty()) return nullptr;
    for (const StagePicture& one : *stages_)
        if (one.key == key) return &one;
    return &stages_->back();
}

QSize ImageView::frameSize() const {
    return stages_ && !stages_->empty() ? stages_->front().picture.size() : QSize();
}

QRectF ImageView::cropRect() const {
    if (draggedCrop_) return *draggedCrop_;
    const StagePicture* const last = stages_ && !stages_->empty() ? &stages_->back() : nullptr;
    return last ? QRectF(last->origin, last->picture.size()) : QRectF();
}

QRect ImageView::areaOf(bool left) const {
    if (compare_ != Compare::side) return rect();
    const int half = width() / 2;
    return left ? QRect(0, 0, half - 1, height()) : QRect(half + 1, 0, width() - half - 1, height());
}

QTransform ImageView::transform(const QRect& area) const {
    QTransform t;
    t.translate(area.center().x() + 0.5, area.center().y() + 0.5);
    t.scale(zoom_, zoom_ * calibration_.aspect());
    t.translate(-centre_.x(), -centre_.y());
    return t;
}

void ImageView::fit() {
    const QSize size = frameSize();
    fitted_ = true;
    if (size.isEmpty()) return;
    const QRect area = areaOf(true);
    zoom_ = std::min(area.width() / double(size.width()), area.height() / (size.height() * calibration_.aspect()));
    centre_ = {size.width() / 2.0, size.height() / 2.0};
    update();
}

void ImageView::drawStage(QPainter& painter, const StagePicture& picture, const QRect& area) const {
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    const QTransform t = transform(area);
    painter.setTransform(t, true);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom_ < 3);

    const bool isCropped = picture.picture.size() != frameSize();
    const StagePicture* whole = nullptr;  // what surrounds a cropped stage: the last uncropped one, dimmed
    if (isCropped)
        for (const StagePicture& one : *stages_)
            if (one.picture.size() == frameSize()) whole = &one;
    if (whole) {
        painter.drawImage(QPointF(), whole->picture);
        QColor dim = theme().stage;
        dim.setAlphaF(0.57f);
        painter.fillRect(QRectF(QPointF(), whole->picture.size()), dim);
    }
    painter.drawImage(QPointF(picture.origin), picture.picture);
    if (dustShown_ && !picture.dust.isNull()) {
        QImage overlay(picture.dust.size(), QImage::Format_ARGB32_Premultiplied);
        QColor colour = theme().mask;
        overlay.fill(colour);
        overlay.setAlphaChannel(picture.dust);
        painter.setOpacity(0.65);
        painter.drawImage(QPointF(picture.origin), overlay);
        painter.setOpacity(1);
    }
    painter.restore();
}

void ImageView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().stage);
    if (!stages_ || stages_->empty()) {
        painter.setPen(theme().ink2);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    const StagePicture* const right = stage(stageKey_);
    const StagePicture* const left = stage(leftKey_);
    if (compare_ == Compare::single) {
        drawStage(painter, *right, rect());
        drawTag(painter, stageName(right->key), {8, 8}, false);
    } else if (compare_ == Compare::side) {
        drawStage(painter, *left, areaOf(true));
        drawStage(painter, *right, areaOf(false));
        drawTag(painter, stageName(left->key), {8, 8}, false);
        drawTag(painter, stageName(right->key), areaOf(false).topLeft() + QPoint(8, 8), false);
    } else {
        const int x = static_cast<int>(wipe_ * width());
        painter.save();
        painter.setClipRect(QRect(0, 0, x, height()));
        drawStage(painter, *left, rect());
        painter.setClipRect(QRect(x, 0, width() - x, height()));
        drawStage(painter, *right, rect());
        painter.restore();
        painter.setPen(QPen(shadow, 3));
        painter.drawLine(x, 0, x, height());
        painter.setPen(QPen(Qt::white, 1.5));
        painter.drawLine(x, 0, x, height());
        painter.setRenderHint(QPainter::Antialiasing);
        const QPointF knob(x, height() * 0.86);
        painter.setBrush(QColor(20, 22, 26));
        painter.drawEllipse(knob, 11, 11);
        painter.drawPolyline(QPolygonF{knob + QPointF(-3, -4), knob + QPointF(-6.500, 0), knob + QPointF(-3, 4)});
        painter.drawPolyline(QPolygonF{knob + QPointF(3, -4), knob + QPointF(6.500, 0), knob + QPointF(3, 4)});
        drawTag(painter, stageName(left->key), {x - 8, 8}, true);
        drawTag(painter, stageName(right->key), {x + 8, 8}, false);
    }
    drawCropEdge(painter);
    drawGauge(painter);
    drawBrush(painter);
    drawScaleBar(painter);
    if (stale_) drawTag(painter, tr("from the previous recipe"), {8, height() - 30}, false);
}

void ImageView::drawTag(QPainter& painter, const QString& text, const QPoint& corner, bool right) const {
    QFont font = painter.font();
    font.setPixelSize(11);
    font.setBold(true);
    painter.save();
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing);
    const int textWidth = QFontMetrics(font).horizontalAdvance(text);
    QRect box(corner, QSize(textWidth + 14, 20));
    if (right) box.moveRight(corner.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(15, 17, 20, 205));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

void ImageView::drawCropEdge(QPainter& painter) const {
    const QRectF crop = cropRect();
    const bool isWhole = crop == QRectF(QPointF(), frameSize());
    if (isWhole && !cropEditing_) return;
    const QRectF onScreen = transform(areaOf(false)).mapRect(crop);
    painter.save();
    if (cropEditing_) {
        QPainterPath outside;
        outside.addRect(transform(areaOf(false)).mapRect(QRectF(QPointF(), frameSize())));
        outside.addRect(onScreen);
        painter.fillPath(outside, QColor(0, 0, 0, 110));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(shadow, 3));
    painter.drawRect(onScreen);
    painter.setPen(QPen(Qt::white, 1, Qt::DashLine));
    painter.drawRect(onScreen);
    if (cropEditing_) {
        painter.setPen(QPen(QColor(20, 22, 26), 1));
        painter.setBrush(Qt::white);
        for (int handle = 0; handle < 9; ++handle) {
            if (handle == 4) continue;
            const QPointF at(onScreen.left() + onScreen.width() * (handle % 3) / 2,
                             onScreen.top() + onScreen.height() * (handle / 3) / 2);
            painter.drawRect(QRectF(at - QPointF(4, 4), QSizeF(8, 8)));
        }
    }
    painter.restore();
}

void ImageView::drawGauge(QPainter& painter) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const QRect area = areaOf(false);
    // Where the mouse is; while it is elsewhere, the middle of the final image.
    const QPointF rest = transform(area).map(cropRect().center());
    const QPointF at = mouse_ && drag_ != Drag::crop
                           ? *mouse_
                           : QPointF(compare_ == Compare::wipe ? (wipe_ + 1) / 2 * width() : rest.x(), rest.y());
    // A pixel of length is the mean of a pixel's width and height; zoom is by the width.
    const double perPx = zoom_ * std::sqrt(calibration_.aspect());
    if (hoveredPx_) {
        painter.setPen(QPen(QColor(210, 214, 220), 1));
        painter.drawEllipse(at, *hoveredPx_ * perPx, *hoveredPx_ * perPx);
    }
    if (gaugeShown_ && gaugePx_ && !cropEditing_ && !brush_) {
        const double r = *gaugePx_ * perPx;
        for (const auto& [colour, width] : {std::pair{shadow, 4.5}, {theme().ring, 2.0}}) {
            painter.setPen(QPen(colour, width));
            painter.drawEllipse(at, r, r);
            painter.drawLine(at, at + QPointF(r, 0));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().ring);
        painter.drawEllipse(at, 3.5, 3.5);
        QFont font = painter.font();
        font.setPixelSize(11);
        font.setBold(true);
        const int textWidth = QFontMetrics(font).horizontalAdvance(gaugeText_) + 14;
        const double right = at.x() + r + 8;
        drawTag(painter, gaugeText_,
                {static_cast<int>(right + textWidth < width() ? right : at.x() - r - 8), static_cast<int>(at.y() - 10)},
                right + textWidth >= width());
    }
    painter.restore();
}

void ImageView::drawBrush(QPainter& painter) const {
    if (!brush_) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QTransform t = transform(areaOf(false));
    const double rx = brush_->radiusPx * zoom_, ry = rx * calibration_.aspect();
    if (!stroke_.isEmpty()) {
        QColor colour = strokeIsDust_ ? theme().mask : QColor(Qt::white);
        colour.setAlphaF(strokeIsDust_ ? 0.65F : 0.35F);
        QPen pen(colour, 2 * rx, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        painter.setPen(pen);
        const QPolygonF onScreen = t.map(stroke_);
        if (onScreen.size() == 1)
            painter.drawPoint(onScreen.front());
        else
            painter.drawPolyline(onScreen);
    }
    if (mouse_) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(shadow, 3));
        painter.drawEllipse(*mouse_, rx, ry);
        painter.setPen(QPen(Qt::white, 1.2, brush_->isDust ? Qt::SolidLine : Qt::DashLine));
        painter.drawEllipse(*mouse_, rx, ry);
    }
    painter.restore();
}

void ImageView::drawScaleBar(QPainter& painter) const {
    // 1, 2 or 5 times a power of ten of the unit, about a sixth of the view long.
    const double umPerPx = calibration_.isKnown() ? calibration_.pixelWidthUm : 1;
    const double wanted = width() / 7.0 / zoom_ * umPerPx;
    if (!(wanted > 0)) return;
    double length = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {5.0, 2.0})
        if (length * factor <= wanted * 1.2) {
            length *= factor;
            break;
        }
    const Unit unit = calibration_.isKnown() ? (length >= 1000 ? Unit{QStringLiteral("mm"), 1e-3} : lengthUnit(true, length))
                                             : Unit{QStringLiteral("px"), 1};
    const QString text = QString::number(length * unit.perBase) + QChar(0x2009) + unit.name;
    const int bar = static_cast<int>(length / umPerPx * zoom_),
              boxWidth = std::max(bar + 16, QFontMetrics(painter.font()).horizontalAdvance(text) + 16);
    const QRect box(width() - boxWidth - 10, height() - 42, boxWidth, 32);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(15, 17, 20, 190));
    painter.drawRoundedRect(box, 4, 4);
    QFont font = painter.font();
    font.setPixelSize(11);
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(box.adjusted(0, 3, 0, -12), Qt::AlignCenter, text);
    painter.fillRect(QRect(box.center().x() - bar / 2, box.bottom() - 9, bar, 3), Qt::white);
    painter.restore();
}

void ImageView::resizeEvent(QResizeEvent*) {
    if (fitted_) fit();
}

void ImageView::wheelEvent(QWheelEvent* event) {
    if (frameSize().isEmpty()) return;
    const QRect area = areaOf(event->position().x() < width() / 2);
    const QPointF before = transform(area).inverted().map(event->position());
    zoom_ = std::clamp(zoom_ * std::pow(1.0015, event->angleDelta().y()), 0.02, 60.0);
    fitted_ = false;
    const QPointF after = transform(area).inverted().map(event->position());
    centre_ += before - after;
    update();
    event->accept();
}

int ImageView::cropHandleAt(const QPointF& place) const {
    const QRectF onScreen = transform(areaOf(false)).mapRect(cropRect());
    for (int handle = 0; handle < 9; ++handle) {
        if (handle == 4) continue;
        const QPointF at(onScreen.left() + onScreen.width() * (handle % 3) / 2,
                         onScreen.top() + onScreen.height() * (handle / 3) / 2);
        if (QLineF(at, place).length() <= handleReach) return handle;
    }
    return onScreen.contains(place) && cropRect().size() != QSizeF(frameSize()) ? 4 : -1;
}

void ImageView::mousePressEvent(QMouseEvent* event) {
    const bool pansOnly = brush_ && event->button() == Qt::RightButton;
    if ((event->button() != Qt::LeftButton && !pansOnly) || frameSize().isEmpty()) return;
    dragFrom_ = event->position();
    centreBefore_ = centre_;
    if (brush_ && !pansOnly) {
        drag_ = Drag::paint;
        strokeIsDust_ = brush_->isDust != bool(event->modifiers() & Qt::AltModifier);
        stroke_ = {transform(areaOf(event->position().x() < width() / 2)).inverted().map(event->position())};
        update();
    } else if (cropEditing_) {
        drag_ = Drag::crop;
        cropHandle_ = cropHandleAt(event->position());
        cropBefore_ = cropRect();
        if (cropHandle_ < 0) {  // a new rectangle from here
            const QPointF at = transform(areaOf(false)).inverted().map(event->position());
            cropBefore_ = QRectF(at, at);
            cropHandle_ = 8;
        }
    } else if (compare_ == Compare::wipe && std::abs(event->position().x() - wipe_ * width()) <= handleReach) {
        drag_ = Drag::wipe;
    } else {
        drag_ = Drag::pan;
    }
}

void ImageView::dragCrop(const QPointF& framePosition) {
    const QPointF moved = framePosition - transform(areaOf(false)).inverted().map(dragFrom_);
    QRectF crop = cropBefore_;
    const QRectF frame(QPointF(), frameSize());
    if (cropHandle_ == 4) {
        crop.translate(moved);
        crop.moveLeft(std::clamp(crop.left(), 0.0, frame.width() - crop.width()));
        crop.moveTop(std::clamp(crop.top(), 0.0, frame.height() - crop.height()));
    } else {
        if (cropHandle_ % 3 == 0) crop.setLeft(crop.left() + moved.x());
        if (cropHandle_ % 3 == 2) crop.setRight(crop.right() + moved.x());
        if (cropHandle_ / 3 == 0) crop.setTop(crop.top() + moved.y());
        if (cropHandle_ / 3 == 2) crop.setBottom(crop.bottom() + moved.y());
    }
    draggedCrop_ = crop.normalized().intersected(frame).toAlignedRect();
    update();
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
    mouse_ = event->position();
    if (frameSize().isEmpty()) return;
    const QRect area = areaOf(event->position().x() < width() / 2);
    const QPointF position = transform(area).inverted().map(event->position());
    switch (drag_) {
        case Drag::pan:
            centre_ = centreBefore_ - QPointF((event->position().x() - dragFrom_.x()) / zoom_,
                                              (event->position().y() - dragFrom_.y()) / (zoom_ * calibration_.aspect()));
            fitted_ = fitted_ && QLineF(event->position(), dragFrom_).length() < 3;
            break;
        case Drag::wipe:
            moveWipe(event->position().x() / width() - wipe_);
            break;
        case Drag::crop:
            dragCrop(position);
            break;
        case Drag::paint:
            // Points a third of the brush apart draw the same stroke as every one that the mouse reports.
            if (QLineF(stroke_.back(), position).length() > brush_->radiusPx / 3) stroke_ << position;
            break;
        case Drag::none: {
            const bool onWipe = compare_ == Compare::wipe && std::abs(event->position().x() - wipe_ * width()) <= handleReach;
            setCursor(brush_ ? Qt::BlankCursor : cropEditing_ ? Qt::CrossCursor : onWipe ? Qt::SplitHCursor : Qt::ArrowCursor);
        }
    }
    const StagePicture* const shown = stage(stageKey_);
    const QPoint pixel = QPointF(position - QPointF(shown->origin)).toPoint();
    const bool inside = shown->picture.rect().contains(pixel);
    emit pixelHovered(position, inside ? shown->frame.image.at(pixel.x(), pixel.y()) : std::nan(""));
    update();
}

void ImageView::mouseReleaseEvent(QMouseEvent*) {
    if (drag_ == Drag::paint) emit strokePainted(stroke_, strokeIsDust_);
    if (drag_ == Drag::crop && draggedCrop_) {
        const QRect chosen = draggedCrop_->toAlignedRect();
        if (chosen.width() >= 16 && chosen.height() >= 16)
            emit cropChosen(chosen);
        else
            draggedCrop_.reset();  // a click, not a rectangle
    }
    drag_ = Drag::none;
    update();
}

void ImageView::mouseDoubleClickEvent(QMouseEvent*) {
    if (!brush_) fit();
}

void ImageView::leaveEvent(QEvent*) {
    mouse_.reset();
    emit pixelHovered({-1, -1}, std::nan(""));
    update();
}

}  // namespace coarsen::window
