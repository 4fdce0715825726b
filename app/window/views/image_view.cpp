// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/image_view.hpp"

#include "app/window/plots/flow_marks.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/views/image_marks.hpp"
#include "app/window/views/loupe.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int tagEdge = 8;

QPoint pixelAt(const QPointF& framePosition) {
    return {static_cast<int>(std::floor(framePosition.x())), static_cast<int>(std::floor(framePosition.y()))};
}

}  // namespace

ImageView::ImageView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::ClickFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    setAccessibleName(tr("Frame"));
    leftTag_ = new StageTag(tr("Stage on the left"), this);
    rightTag_ = new StageTag(tr("Stage shown"), this);
    leftTag_->setObjectName("left-stage");
    rightTag_->setObjectName("right-stage");
    connect(leftTag_, &StageTag::stageChosen, this, [this](const QString& key) { emit stageWanted(key, true); });
    connect(rightTag_, &StageTag::stageChosen, this, [this](const QString& key) { emit stageWanted(key, false); });
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, qOverload<>(&QWidget::update));
    placeTags();
}

void ImageView::show(StagePictures stages, const Calibration& calibration) {
    stages_ = std::move(stages);
    calibration_ = calibration;
    message_.clear();
    draggedCrop_.reset();
    if (drag_ != Drag::paint) stroke_.clear();
    if (fitted_ || frameSize() != placedSize_) fit();
    placeTags();
    update();
    emit shownChanged();
}

void ImageView::showMessage(const QString& text) {
    message_ = text;
    stages_.reset();
    placeTags();
    update();
    emit shownChanged();
}

void ImageView::setLook(const Look& look) {
    const Look before = std::exchange(look_, look);
    if (fitted_ && before.compare != look.compare) fit();
    placeTags();
    update();
    emit shownChanged();
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

void ImageView::setLineTool(LineTool tool) {
    tool_ = tool;
    lineMark_.reset();
    lines_[0].clear();  // a known length is drawn anew each time; the profile's line comes back
    if (drag_ == Drag::line) drag_ = Drag::none;
    setCursor(tool == LineTool::none ? Qt::ArrowCursor : Qt::CrossCursor);
    update();
}

void ImageView::setLineMark(std::optional<double> part) {
    lineMark_ = part;
    update();
}

void ImageView::setLoupeShown(bool shown) {
    loupeShown_ = shown;
    update();
}

void ImageView::setFlow(std::shared_ptr<const FlowSlices> flow) {
    flow_ = std::move(flow);
    placeTags();
    update();
}

void ImageView::setStale(bool stale) {
    if (stale_ == stale) return;
    stale_ = stale;
    update();
}

void ImageView::moveWipe(double by) {
    wipe_ = std::clamp(wipe_ + by, 0.02, 0.98);
    placeTags();
    update();
}

QLineF ImageView::line() const {
    return tool_ == LineTool::none ? QLineF() : drawnLine().line();
}

const StagePicture* ImageView::stage(const QString& key) const {
    if (!stages_ || stages_->empty()) return nullptr;
    for (const StagePicture& one : *stages_)
        if (one.key == key) return &one;
    return &stages_->back();
}

std::vector<const StagePicture*> ImageView::shown() const {
    if (frameSize().isEmpty()) return {};
    if (look_.compare == Compare::single) return {stage(look_.right)};
    return {stage(look_.left), stage(look_.right)};
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
    if (look_.compare != Compare::side) return rect();
    const int half = width() / 2;
    return left ? QRect(0, 0, half - 1, height()) : QRect(half + 1, 0, width() - half - 1, height());
}

bool ImageView::isOnLeft(double x) const {
    return look_.compare == Compare::side ? x < width() / 2 : look_.compare == Compare::wipe && x < wipe_ * width();
}

bool ImageView::isOnWipe(double x) const {
    return look_.compare == Compare::wipe && std::abs(x - wipe_ * width()) <= handleReach;
}

QTransform ImageView::transform(const QRect& area) const {
    QTransform t;
    t.translate(area.center().x() + 0.5, area.center().y() + 0.5);
    t.scale(zoom_, zoom_ * calibration_.aspect());
    t.translate(-centre_.x(), -centre_.y());
    return t;
}

QTransform ImageView::transformAt(double x) const {
    return transform(areaOf(isOnLeft(x)));
}

QPointF ImageView::framePosition(const QPointF& onScreen) const {
    return transformAt(onScreen.x()).inverted().map(onScreen);
}

QPointF ImageView::toScreen(const QPointF& framePosition, bool left) const {
    return transform(areaOf(left)).map(framePosition);
}

const StagePicture* ImageView::stageAt(double x) const {
    return stage(isOnLeft(x) ? look_.left : look_.right);
}

void ImageView::fit() {
    const QSize size = frameSize();
    fitted_ = true;
    if (size.isEmpty()) return;
    placedSize_ = size;
    const QRect area = areaOf(true);
    zoom_ = std::min(area.width() / double(size.width()), area.height() / (size.height() * calibration_.aspect()));
    centre_ = {size.width() / 2.0, size.height() / 2.0};
    update();
}

void ImageView::placeTags() {
    const auto both = shown();
    leftTag_->setVisible(both.size() == 2);
    const bool isCovered = flow_ && flow_->seen.view != FlowAspect::arrows && both.size() == 1;
    rightTag_->setVisible(!both.empty() && !isCovered);
    if (both.empty() || isCovered) return;
    rightTag_->show(stages_, both.back()->key);
    if (both.size() == 1) return rightTag_->move(tagEdge, tagEdge);
    leftTag_->show(stages_, both.front()->key);
    if (look_.compare == Compare::side) {
        leftTag_->move(tagEdge, tagEdge);
        return rightTag_->move(areaOf(false).left() + tagEdge, tagEdge);
    }
    const int x = static_cast<int>(wipe_ * width());
    leftTag_->move(std::max(0, x - tagEdge - leftTag_->width()), tagEdge);
    rightTag_->move(std::clamp(x + tagEdge, leftTag_->geometry().right() + 3,
                               std::max(leftTag_->geometry().right() + 3, width() - rightTag_->width())),
                    tagEdge);
}

void ImageView::paintStages(QPainter& painter) const {
    const auto both = shown();
    const bool isSmooth = zoom_ < 3;
    if (look_.compare == Compare::single)
        return paintStage(painter, *stages_, *both.front(), transform(rect()), rect(), isSmooth, dustShown_);
    const int x = static_cast<int>(wipe_ * width());
    const bool isWipe = look_.compare == Compare::wipe;
    const QRect left = isWipe ? QRect(0, 0, x, height()) : areaOf(true),
                right = isWipe ? QRect(x, 0, width() - x, height()) : areaOf(false);
    paintStage(painter, *stages_, *both.front(), transform(areaOf(true)), left, isSmooth, dustShown_);
    paintStage(painter, *stages_, *both.back(), transform(areaOf(false)), right, isSmooth, dustShown_);
}

void ImageView::paintFlow(QPainter& painter) const {
    if (!flow_ || stale_) return;
    const Voxel& origin = flow_->flow->origin;
    const int left = look_.compare == Compare::wipe ? static_cast<int>(wipe_ * width()) : areaOf(false).left();
    const QRectF seen = QRectF(left, 0, width() - left, height());
    const QRectF frame = transform(areaOf(false)).mapRect(QRectF(QPointF(), frameSize()));
    const double perPx = zoom_ * std::sqrt(calibration_.aspect());
    paintFlowSlice(painter, flow_->planes[0], QPointF(origin[0], origin[1]), transform(areaOf(false)), seen.intersected(frame),
                   flowArrowFactor(*flow_->flow, perPx), zoom_ < 3);
    paintFlowLegend(painter, seen.bottomLeft() + QPointF(tagEdge, -tagEdge), *flow_, perPx);
}

void ImageView::paintMarks(QPainter& painter) const {
    const QTransform t = transform(areaOf(false));
    const QRectF frame(QPointF(), frameSize()), crop = cropRect();
    if (crop != frame || cropEditing_) paintCropEdge(painter, t.mapRect(frame), t.mapRect(crop), cropEditing_);

    // Where the mouse is; while it is elsewhere, the middle of the final image.
    const QPointF rest = t.map(crop.center());
    const QPointF at = mouse_ && drag_ != Drag::crop
                           ? *mouse_
                           : QPointF(look_.compare == Compare::wipe ? (wipe_ + 1) / 2 * width() : rest.x(), rest.y());
    // A pixel of length is the mean of a pixel's width and height; zoom is by the width.
    const double perPx = zoom_ * std::sqrt(calibration_.aspect());
    if (hoveredPx_) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(QColor(210, 214, 220), 1));
        painter.drawEllipse(at, *hoveredPx_ * perPx, *hoveredPx_ * perPx);
        painter.restore();
    }
    const bool isToolInUse = cropEditing_ || brush_ || tool_ != LineTool::none;
    if (gaugeShown_ && gaugePx_ && !isToolInUse && !(loupeShown_ && mouse_))
        paintGauge(painter, at, *gaugePx_ * perPx, gaugeText_, width());
    if (look_.compare == Compare::side && mouse_ && drag_ == Drag::none) {
        // The same place on the other side.
        const bool left = isOnLeft(mouse_->x());
        const QPointF there = transform(areaOf(!left)).map(framePosition(*mouse_));
        if (areaOf(!left).contains(there.toPoint())) paintCross(painter, there);
    }
    if (brush_) {
        const double rx = brush_->radiusPx * zoom_;
        if (!stroke_.isEmpty()) paintStroke(painter, t.map(stroke_), 2 * rx, strokeIsDust_);
        if (mouse_) paintBrushCircle(painter, *mouse_, rx, rx * calibration_.aspect(), brush_->isDust);
    }
    if (tool_ != LineTool::none)
        for (const bool left : {true, false}) {
            if (left && look_.compare != Compare::side) continue;
            painter.save();
            painter.setClipRect(areaOf(left));
            drawnLine().paint(painter, transform(areaOf(left)), lineMark_);
            painter.restore();
        }
}

void ImageView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().stage);
    if (frameSize().isEmpty()) {
        painter.setPen(theme().ink2);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    paintStages(painter);
    paintFlow(painter);
    if (look_.compare == Compare::wipe) paintWipeLine(painter, static_cast<int>(wipe_ * width()), height());
    paintMarks(painter);
    const QRect area = areaOf(false);
    const QRectF image = transform(area).mapRect(QRectF(QPointF(), frameSize()));
    paintScaleBar(painter, image.intersected(area).toRect(), calibration_, zoom_);
    const QPoint corner(8, height() - 30);
    if (stale_)
        paintTag(painter, tr("from the previous recipe"), corner);
    else if (tool_ == LineTool::knownLength && drawnLine().isEmpty())
        paintTag(painter, tr("Drag along a known length. Shift: level or upright. Esc: cancel"), corner);
    else if (tool_ == LineTool::profile && drawnLine().isEmpty())
        paintTag(painter, tr("Drag a line. Shift: level or upright. Esc: done"), corner);
    if (!loupeShown_ || !mouse_ || drag_ == Drag::pan || drag_ == Drag::wipe) return;
    const QPoint pixel = pixelAt(framePosition(*mouse_));
    const double scale = loupeTimes_ * std::max(1.0, zoom_);
    if (QRect(QPoint(), frameSize()).contains(pixel))
        paintLoupe(painter, loupeBox(*mouse_, size()), *stages_, *stageAt(mouse_->x()), pixel,
                   {scale, scale * calibration_.aspect()}, dustShown_);
}

void ImageView::resizeEvent(QResizeEvent*) {
    if (fitted_) fit();
    placeTags();
}

}  // namespace coarsen::window
