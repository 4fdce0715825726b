// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/slices_view.hpp"

#include "app/window/plots/flow_marks.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/views/image_marks.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int hairline = 1, sliceTagEdge = 8;
constexpr int stripHeight = 20;                       // above each slice: its words cover nothing
constexpr double leastShare = 0.5, mostShare = 0.68;  // of the room, for xy
constexpr double smoothBelow = 3;                     // px a voxel: larger ones are seen as they are

/// The slice's number and how many there are.
QString wordsOfSlice(const SlicePlane& plane, int place, int count) {
    static constexpr std::array axes = {'x', 'y', 'z'};
    return QStringLiteral("%1   %2 %3 / %4").arg(plane.name).arg(QChar(axes[plane.through])).arg(place).arg(count - 1);
}

}  // namespace

SlicesView::SlicesView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::ClickFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    setObjectName("slices");
    setAccessibleName(tr("Three slices of the volume"));
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, qOverload<>(&QWidget::update));
}

void SlicesView::show(std::shared_ptr<const VolumeBrick> brick, const Spacing& spacing, const GreyLevels& levels) {
    const bool isOtherSize = !brick_ || brick_->size != brick->size;
    const bool isOtherShape = isOtherSize || !(spacing_ == spacing);
    brick_ = std::move(brick);
    spacing_ = spacing;
    levels_ = levels;
    message_.clear();
    if (isOtherSize) {
        at_ = middleOf(brick_->size);
        slices_.reset();
        kept_ = wholeOf(brick_->size);
    }
    if (isOtherShape) fit();
    ask();
    update();
}

void SlicesView::ask() {
    if (brick_) emit slicesWanted(brick_, at_, levels_);
}

void SlicesView::showSlices(std::shared_ptr<const VolumeSlices> slices) {
    if (!brick_ || slices->brick != brick_) return;
    slices_ = std::move(slices);
    update();
}

void SlicesView::showMessage(const QString& text) {
    message_ = text;
    brick_.reset();
    slices_.reset();
    emit voxelHovered(std::nullopt);
    update();
}

void SlicesView::setKept(const VoxelBox& box, bool isDimmed) {
    if (drag_ == Drag::crop) drag_ = Drag::none;  // another choice came between
    kept_ = box;
    isDimmed_ = isDimmed;
    update();
}

void SlicesView::setGauge(std::optional<double> rMaxPx, const QString& text) {
    gaugePx_ = rMaxPx;
    gaugeText_ = text;
    update();
}

void SlicesView::setGaugeShown(bool shown) {
    gaugeShown_ = shown;
    update();
}

void SlicesView::setHoveredRadius(std::optional<double> px) {
    hoveredPx_ = px;
    update();
}

void SlicesView::setMaskShown(bool shown) {
    maskShown_ = shown;
    update();
}

void SlicesView::setCropEditing(bool editing) {
    cropEditing_ = editing;
    update();
}

void SlicesView::setFlow(std::shared_ptr<const FlowSlices> flow) {
    flow_ = std::move(flow);
    update();
}

void SlicesView::setStale(bool stale) {
    if (std::exchange(stale_, stale) != stale) update();
}

void SlicesView::goTo(const Voxel& voxel) {
    if (!brick_) return;
    const Voxel there = within(brick_->size, voxel);
    if (std::exchange(at_, there) == there) return;
    ask();
    update();
}

void SlicesView::step(std::size_t axis, int slices) {
    Voxel there = at_;
    there[axis] += slices;
    goTo(there);
}

void SlicesView::fit() {
    zoom_ = 1;
    if (!brick_) return;
    for (std::size_t axis = 0; axis < centre_.size(); ++axis)
        centre_[axis] = lengthAlong(brick_->size, axis) / 2.0;
    arrange();
    update();
}

/// xy is large; the others stand beside it, or below where there is more room. Above each of them a strip stays free.
void SlicesView::arrange() {
    if (!brick_) return;
    const double wide = brick_->size.width * side(0), high = brick_->size.height * side(1);
    const bool isBeside = width() * high > (height() - stripHeight) * wide;
    const int all = isBeside ? width() : height();
    const double wanted = isBeside ? (height() - stripHeight) * wide / high : width() * high / wide + stripHeight;
    const int large = static_cast<int>(std::clamp(wanted, leastShare * all, mostShare * all));
    const int rest = all - large - hairline;
    if (isBeside) {
        const int half = (height() - hairline) / 2;
        panes_ = {QRect(0, 0, large, height()), QRect(large + hairline, 0, rest, half),
                  QRect(large + hairline, half + hairline, rest, height() - half - hairline)};
    } else {
        const int half = (width() - hairline) / 2;
        panes_ = {QRect(0, 0, width(), large), QRect(0, large + hairline, half, rest),
                  QRect(half + hairline, large + hairline, width() - half - hairline, rest)};
    }
    for (QRect& pane : panes_)
        pane.setTop(std::min(pane.top() + stripHeight, pane.bottom()));
}

double SlicesView::side(std::size_t axis) const {
    return axis == 0 ? 1 : (axis == 1 ? spacing_.y : spacing_.z) / spacing_.x;
}

double SlicesView::perSide(std::size_t plane) const {
    const SlicePlane& p = slicePlanes[plane];
    const double wide = lengthAlong(brick_->size, p.across) * side(p.across),
                 high = lengthAlong(brick_->size, p.down) * side(p.down);
    return zoom_ * std::min(panes_[plane].width() / wide, panes_[plane].height() / high);
}

QRect SlicesView::paneOf(std::size_t plane) const {
    return panes_[plane];
}

QTransform SlicesView::transformOf(std::size_t plane) const {
    if (!brick_) return {};
    const SlicePlane& p = slicePlanes[plane];
    const double scale = perSide(plane);
    QTransform t;
    t.translate(panes_[plane].x() + panes_[plane].width() / 2.0, panes_[plane].y() + panes_[plane].height() / 2.0);
    t.scale(scale * side(p.across), scale * side(p.down));
    t.translate(-centre_[p.across], -centre_[p.down]);
    return t;
}

void SlicesView::paintFlow(QPainter& painter, std::size_t plane, const QRectF& whole) const {
    if (!flow_ || stale_) return;
    const SlicePlane& p = slicePlanes[plane];
    const Voxel& origin = flow_->flow->origin;
    const double perPx = perSide(0) * spacing_.perPx() / spacing_.x;  // of the large pane: arrows are longer by one factor in all
    paintFlowSlice(painter, flow_->planes[plane], QPointF(origin[p.across], origin[p.down]), transformOf(plane),
                   whole.intersected(panes_[plane]), flowArrowFactor(*flow_->flow, perPx), perSide(plane) < smoothBelow);
}

void SlicesView::paintKept(QPainter& painter, std::size_t plane, const QRectF& whole) const {
    const SlicePlane& p = slicePlanes[plane];
    const int first = std::array{kept_.x, kept_.y, kept_.z}[p.through];
    const bool isThrough = at_[p.through] >= first && at_[p.through] < first + lengthAlong(kept_.size, p.through);
    const QRectF box = transformOf(plane).mapRect(cropIn(plane));
    if (cropEditing_) return paintCropEdge(painter, whole, box, true);  // whatever slice it is seen from
    if (isDimmed_) {
        QPainterPath outside;
        outside.addRect(whole);
        if (isThrough) outside.addRect(box);
        QColor dim = theme().stage;
        dim.setAlphaF(0.57F);
        painter.fillPath(outside, dim);
    }
    if (isThrough) paintCropEdge(painter, whole, box, false);
}

void SlicesView::paintCrosshair(QPainter& painter, std::size_t plane, const QRectF& whole) const {
    const SlicePlane& p = slicePlanes[plane];
    const QRect pane = panes_[plane];
    const QPointF at = transformOf(plane).map(QPointF(at_[p.across] + 0.5, at_[p.down] + 0.5));
    constexpr double gap = 9;                             // what lies under the crosshair stays free
    const QRectF seen = QRectF(pane).intersected(whole);  // not out of the volume
    const std::array<QLineF, 4> lines = {
        QLineF(seen.left(), at.y(), at.x() - gap, at.y()), QLineF(at.x() + gap, at.y(), seen.right(), at.y()),
        QLineF(at.x(), seen.top(), at.x(), at.y() - gap), QLineF(at.x(), at.y() + gap, at.x(), seen.bottom())};
    for (const auto& [colour, width] : {std::pair{markShadow(), 3.0}, {QColor(0x7D, 0xB1, 0xFF), 1.0}}) {
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap));
        for (const QLineF& line : lines)
            if (line.dx() > 0 || line.dy() > 0) painter.drawLine(line);
    }
}

void SlicesView::paintPlane(QPainter& painter, std::size_t plane) const {
    const SlicePlane& p = slicePlanes[plane];
    const QRect pane = panes_[plane];
    const QTransform t = transformOf(plane);
    const int across = lengthAlong(brick_->size, p.across), down = lengthAlong(brick_->size, p.down);
    const QRectF whole = t.mapRect(QRectF(0, 0, across, down));
    painter.save();
    painter.setClipRect(pane);
    painter.fillRect(pane, theme().stage);
    if (slices_) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, perSide(plane) < smoothBelow);
        painter.drawImage(whole, slices_->pictures[plane]);
        if (const QImage& mask = slices_->masks[plane]; maskShown_ && !mask.isNull()) {
            QImage overlay(mask.size(), QImage::Format_ARGB32_Premultiplied);
            overlay.fill(theme().mask);
            overlay.setAlphaChannel(mask);
            painter.setOpacity(0.65);
            painter.drawImage(whole, overlay);
            painter.setOpacity(1);
        }
    }
    paintFlow(painter, plane, whole);
    if (kept_.size != brick_->size || cropEditing_) paintKept(painter, plane, whole);
    paintCrosshair(painter, plane, whole);
    const QPointF at = t.map(QPointF(at_[p.across] + 0.5, at_[p.down] + 0.5));
    const double perPx = perSide(plane) * spacing_.perPx() / spacing_.x;
    if (hoveredPx_) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(QColor(210, 214, 220), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, *hoveredPx_ * perPx, *hoveredPx_ * perPx);
    }
    if (gaugeShown_ && gaugePx_) paintGauge(painter, at, *gaugePx_ * perPx, {}, pane.right());
    if (flow_ && !stale_ && plane == 0)
        paintFlowLegend(painter, QPointF(pane.left() + sliceTagEdge, pane.bottom() + 1 - sliceTagEdge), *flow_, perPx);
    painter.restore();
    paintStrip(painter, plane, whole.intersected(pane).toRect().width());
}

/// Says which slice it is, how large R_max is (in the first one), and the scale of `seen` px of the slice.
void SlicesView::paintStrip(QPainter& painter, std::size_t plane, int seen) const {
    const SlicePlane& p = slicePlanes[plane];
    const QRect pane = panes_[plane], strip(pane.left(), pane.top() - stripHeight, pane.width(), stripHeight);
    painter.fillRect(strip, theme().stage);
    Calibration alongX;  // screens have square pixels: what is across is as long as along x
    if (spacing_.isInUm) alongX = {spacing_.x, spacing_.x, {}};
    const int end = paintScaleInStrip(painter, strip, seen, alongX, perSide(plane));
    QFont font = painter.font();
    font.setPixelSize(11);
    font.setBold(true);
    painter.setFont(font);
    const QRect room(strip.left() + sliceTagEdge, strip.top(), end - strip.left() - 2 * sliceTagEdge, strip.height());
    const QString words = wordsOfSlice(p, at_[p.through], lengthAlong(brick_->size, p.through));
    painter.setPen(theme().ink2);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, room.width()));
    if (plane != 0 || !gaugeShown_ || !gaugePx_) return;
    const QRect beside = room.adjusted(painter.fontMetrics().horizontalAdvance(words) + 2 * sliceTagEdge, 0, 0, 0);
    painter.setPen(theme().rmax);
    painter.drawText(beside, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(gaugeText_, Qt::ElideRight, beside.width()));
}

void SlicesView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!brick_) {
        painter.fillRect(rect(), theme().stage);
        painter.setPen(theme().ink2);
        painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, message_);
        return;
    }
    painter.fillRect(rect(), theme().bg);
    for (std::size_t plane = 0; plane < slicePlanes.size(); ++plane)
        paintPlane(painter, plane);
    if (stale_) paintTag(painter, tr("from the previous recipe"), QPoint(sliceTagEdge, height() - 30));
}

void SlicesView::resizeEvent(QResizeEvent*) {
    arrange();
}

}  // namespace coarsen::window
