// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/region_layer.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/values/stage_picture.hpp"
#include "app/window/views/image_marks.hpp"
#include "app/window/views/image_view.hpp"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

using ShapeKind = RegionShape::Kind;

constexpr double shapeReach = 8, leastMove = 3;  // px on the screen

double rounded(double px) {
    return std::round(px * 10) / 10;
}

/// Its outline in pixels of the frame.
QPainterPath pathOf(const RegionShape& shape) {
    QPainterPath path;
    const auto at = [&](std::size_t i) { return QPointF(shape.points[i].x, shape.points[i].y); };
    if (shape.kind == ShapeKind::rectangle) {
        path.addRect(QRectF(at(0), QSizeF(shape.points[1].x, shape.points[1].y)));
    } else if (shape.kind == ShapeKind::ellipse) {
        path.addEllipse(at(0), shape.points[1].x, shape.points[1].y);
    } else {
        QPolygonF corners;
        for (std::size_t i = 0; i < shape.points.size(); ++i)
            corners << at(i);
        path.addPolygon(corners);
        path.closeSubpath();
    }
    return path;
}

QRectF boundsOf(const RegionShape& shape) {
    return pathOf(shape).boundingRect();
}

/// Points that can be dragged: a polygon's corners, the corners of a rectangle, the ends of an ellipse's axes.
std::vector<QPointF> handlesOf(const RegionShape& shape) {
    std::vector<QPointF> handles;
    const QRectF bounds = boundsOf(shape);
    if (shape.kind == ShapeKind::polygon)
        for (const RegionShape::Point& point : shape.points)
            handles.emplace_back(point.x, point.y);
    else if (shape.kind == ShapeKind::rectangle)
        handles = {bounds.topLeft(), bounds.topRight(), bounds.bottomRight(), bounds.bottomLeft()};
    else
        handles = {{bounds.center().x(), bounds.top()},
                   {bounds.right(), bounds.center().y()},
                   {bounds.center().x(), bounds.bottom()},
                   {bounds.left(), bounds.center().y()}};
    return handles;
}

/// A rectangle or an ellipse of these bounds.
RegionShape boxed(ShapeKind kind, bool adds, const QRectF& bounds) {
    const double x = rounded(bounds.x()), y = rounded(bounds.y()), w = rounded(bounds.width()), h = rounded(bounds.height());
    if (kind == ShapeKind::rectangle) return {kind, adds, {{x, y}, {w, h}}};
    return {kind, adds, {{x + w / 2, y + h / 2}, {w / 2, h / 2}}};
}

/// The shape with a handle of its elsewhere.
RegionShape withHandleAt(const RegionShape& shape, std::size_t handle, const QPointF& at) {
    RegionShape moved = shape;
    if (shape.kind == ShapeKind::polygon) {
        moved.points[handle] = {rounded(at.x()), rounded(at.y())};
        return moved;
    }
    QRectF bounds = boundsOf(shape);
    const bool isRectangle = shape.kind == ShapeKind::rectangle;
    const bool isTop = isRectangle ? handle < 2 : handle == 0, isBottom = isRectangle ? handle >= 2 : handle == 2;
    const bool isLeft = isRectangle ? handle == 0 || handle == 3 : handle == 3;
    const bool isRight = isRectangle ? handle == 1 || handle == 2 : handle == 1;
    if (isTop) bounds.setTop(at.y());
    if (isBottom) bounds.setBottom(at.y());
    if (isLeft) bounds.setLeft(at.x());
    if (isRight) bounds.setRight(at.x());
    return boxed(shape.kind, shape.adds, bounds.normalized());
}

RegionShape movedBy(const RegionShape& shape, const QPointF& by) {
    RegionShape moved = shape;
    const std::size_t places = shape.kind == ShapeKind::polygon ? shape.points.size() : 1;
    for (std::size_t i = 0; i < places; ++i)
        moved.points[i] = {rounded(shape.points[i].x + by.x()), rounded(shape.points[i].y + by.y())};
    return moved;
}

bool hasExtent(const RegionShape& shape) {
    const QRectF bounds = boundsOf(shape);
    return bounds.width() >= 1 && bounds.height() >= 1;
}

}  // namespace

RegionLayer::RegionLayer(ImageView& image) : QWidget(&image), image_(image) {
    setObjectName("region-layer");
    setAccessibleName(tr("Shapes of the region"));
    setFocusPolicy(Qt::ClickFocus);
    setGeometry(image.rect());
    lower();  // the stages' tags stay above, and are clicked
    image.installEventFilter(this);
    setEditing(false);
}

bool RegionLayer::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(image_.rect());
    return false;
}

void RegionLayer::showRegion(const Region& region, int frame) {
    region_ = region;
    frame_ = frame;
    drag_ = Drag::none;
    if (chosen_ && (*chosen_ >= region_.size() || !region_[*chosen_].holdsFor(frame_))) choose(std::nullopt);
    setVisible(isEdited_ || !region_.empty());
    update();
}

void RegionLayer::setEditing(bool editing) {
    isEdited_ = editing;
    setAttribute(Qt::WA_TransparentForMouseEvents, !editing);
    setMouseTracking(editing);
    if (!editing) {
        setTool(Tool::none, adds_);
        choose(std::nullopt);
    }
    setVisible(isEdited_ || !region_.empty());
    update();
}

void RegionLayer::setTool(Tool tool, bool adds) {
    if (tool != tool_ || tool == Tool::none) draft_.reset();
    tool_ = tool;
    adds_ = adds;
    if (draft_) draft_->adds = adds;
    if (tool != Tool::none) {
        choose(std::nullopt);
        setFocus();
    }
    setCursor(tool == Tool::none ? Qt::ArrowCursor : Qt::CrossCursor);
    emit stateChanged();
    update();
}

void RegionLayer::choose(std::optional<std::size_t> shape) {
    if (chosen_ == shape) return;
    chosen_ = shape;
    emit stateChanged();
    update();
}

void RegionLayer::deleteChosen() {
    if (!chosen_) return;
    region_.erase(region_.begin() + static_cast<std::ptrdiff_t>(*chosen_));
    choose(std::nullopt);
    take(tr("deleting a shape of the region"));
}

bool RegionLayer::giveUp() {
    const bool hasDraft = draft_.has_value(), hadTool = tool_ != Tool::none, hadChoice = chosen_.has_value();
    draft_.reset();
    if (hasDraft)
        emit stateChanged();
    else if (hadTool)
        setTool(Tool::none, adds_);
    else
        choose(std::nullopt);
    update();
    return hasDraft || hadTool || hadChoice;
}

void RegionLayer::take(const QString& name) {
    emit regionChosen(region_, name);
    update();
}

void RegionLayer::add(RegionShape shape) {
    if (differsByFrame(region_)) shape.frame = frame_;
    region_.push_back(std::move(shape));
    setTool(Tool::none, adds_);
    choose(region_.size() - 1);
    take(adds_ ? tr("adding to the region") : tr("subtracting from the region"));
}

QTransform RegionLayer::toScreen() const {
    const QPointF origin = image_.toScreen({0, 0}), right = image_.toScreen({1, 0}), down = image_.toScreen({0, 1});
    return {right.x() - origin.x(), 0, 0, down.y() - origin.y(), origin.x(), origin.y()};
}

QPointF RegionLayer::inFrame(const QPointF& onScreen) const {
    return toScreen().inverted().map(onScreen);
}

/// Handles of the chosen shape come first, then the shapes, the latest first.
std::optional<RegionLayer::Grip> RegionLayer::gripAt(const QPointF& onScreen) const {
    const QTransform t = toScreen();
    if (chosen_) {
        const std::vector<QPointF> handles = handlesOf(region_[*chosen_]);
        for (std::size_t i = 0; i < handles.size(); ++i)
            if (QLineF(t.map(handles[i]), onScreen).length() <= shapeReach) return Grip{*chosen_, i};
    }
    for (std::size_t i = region_.size(); i-- > 0;)
        if (region_[i].holdsFor(frame_) && t.map(pathOf(region_[i])).contains(onScreen)) return Grip{i, std::nullopt};
    return std::nullopt;
}

void RegionLayer::mousePressEvent(QMouseEvent* event) {
    const QPointF place = event->position(), at = inFrame(place);
    if (event->button() != Qt::LeftButton) return event->ignore();
    dragFrom_ = mouse_ = place;
    if (tool_ == Tool::polygon) {
        if (!draft_) draft_ = RegionShape{ShapeKind::polygon, adds_, {}};
        draft_->points.push_back({rounded(at.x()), rounded(at.y())});
        return update();
    }
    if (tool_ != Tool::none) {
        drag_ = Drag::draft;
        return;
    }
    const auto grip = gripAt(place);
    choose(grip ? std::optional(grip->shape) : std::nullopt);
    if (!grip) return event->ignore();  // the crop's edge, perhaps
    setFocus();
    grip_ = *grip;
    before_ = region_;
    drag_ = grip->corner ? Drag::corner : Drag::shape;
}

void RegionLayer::dragTo(const QPointF& place) {
    const QPointF from = inFrame(dragFrom_), to = inFrame(place);
    if (drag_ == Drag::draft) {
        const auto kind = tool_ == Tool::ellipse ? ShapeKind::ellipse : ShapeKind::rectangle;
        draft_ = boxed(kind, adds_, QRectF(from, to).normalized());
    } else if (drag_ == Drag::corner) {
        region_[grip_.shape] = withHandleAt(before_[grip_.shape], *grip_.corner, to);
    } else {
        region_[grip_.shape] = movedBy(before_[grip_.shape], to - from);
    }
}

void RegionLayer::mouseMoveEvent(QMouseEvent* event) {
    mouse_ = event->position();
    if (drag_ != Drag::none) {
        dragTo(mouse_);
        return update();
    }
    if (tool_ != Tool::none) return update();  // the side that a click would add
    const auto grip = gripAt(mouse_);
    setCursor(!grip ? Qt::ArrowCursor : grip->corner ? Qt::CrossCursor : Qt::SizeAllCursor);
    event->ignore();
}

void RegionLayer::mouseReleaseEvent(QMouseEvent* event) {
    const Drag ended = std::exchange(drag_, Drag::none);
    const bool isClick = QLineF(dragFrom_, event->position()).length() < leastMove;
    if (ended == Drag::none) return tool_ == Tool::none ? event->ignore() : update();
    if (ended == Drag::draft) {
        const auto drawn = std::exchange(draft_, std::nullopt);
        if (!drawn || isClick || !hasExtent(*drawn)) return update();
        return add(*drawn);
    }
    if (isClick || !hasExtent(region_[grip_.shape])) {
        region_ = before_;
        return update();
    }
    take(ended == Drag::corner ? tr("changing a shape of the region") : tr("moving a shape of the region"));
}

void RegionLayer::mouseDoubleClickEvent(QMouseEvent* event) {
    if (tool_ == Tool::polygon) return closePolygon();
    if (!gripAt(event->position())) event->ignore();
}

void RegionLayer::closePolygon() {
    auto drawn = std::exchange(draft_, std::nullopt);
    if (!drawn) return;
    const auto isBesideNext = [](const RegionShape::Point& a, const RegionShape::Point& b) {
        return std::hypot(a.x - b.x, a.y - b.y) < 0.5;
    };
    drawn->points.erase(std::ranges::unique(drawn->points, isBesideNext).begin(), drawn->points.end());
    if (drawn->points.size() < 3 || !hasExtent(*drawn)) return update();
    add(*drawn);
}

/// These keys are its own while there is something that they would change.
bool RegionLayer::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool isMeant = (key == Qt::Key_Delete || key == Qt::Key_Backspace) ? chosen_ || draft_
                             : key == Qt::Key_Return || key == Qt::Key_Enter     ? draft_.has_value()
                                                                                 : false;
        if (isMeant) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void RegionLayer::keyPressEvent(QKeyEvent* event) {
    const bool deletes = event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace;
    if (deletes && draft_) {  // the last corner
        draft_->points.pop_back();
        if (draft_->points.empty()) draft_.reset();
        return update();
    }
    if (deletes && chosen_) return deleteChosen();
    if (draft_ && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) return closePolygon();
    QWidget::keyPressEvent(event);
}

/// Within the picture that is shown: what surrounds it is dimmed already.
void RegionLayer::paintOutside(QPainter& painter) const {
    const std::vector<const StagePicture*> shown = image_.shown();
    if (shown.empty() || region_.empty()) return;
    QPainterPath outside, inside;
    const QRectF picture(shown.back()->origin, QSizeF(shown.back()->picture.size()));
    outside.addRect(picture);
    const auto first = std::ranges::find_if(region_, [this](const RegionShape& shape) { return shape.holdsFor(frame_); });
    if (first != region_.end() && !first->adds) inside.addRect(picture);
    for (const RegionShape& shape : region_)
        if (shape.holdsFor(frame_)) inside = shape.adds ? inside.united(pathOf(shape)) : inside.subtracted(pathOf(shape));
    QColor dim = isEdited_ ? QColor(Qt::black) : theme().stage;  // as around the crop
    dim.setAlphaF(isEdited_ ? 0.43F : 0.57F);
    painter.fillPath(toScreen().map(outside.subtracted(inside)), dim);
}

void RegionLayer::paintShape(QPainter& painter, const RegionShape& shape, bool isChosen) const {
    const QTransform t = toScreen();
    const QPainterPath path = t.map(pathOf(shape));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(markShadow(), 3));
    painter.drawPath(path);
    painter.setPen(
        QPen(isChosen ? theme().ring : QColor(Qt::white), isChosen ? 2 : 1.2, shape.adds ? Qt::SolidLine : Qt::DashLine));
    painter.drawPath(path);
    if (!isChosen) return;
    painter.setPen(QPen(QColor(20, 22, 26), 1));
    painter.setBrush(Qt::white);
    for (const QPointF& handle : handlesOf(shape))
        painter.drawRect(QRectF(t.map(handle) - QPointF(4, 4), QSizeF(8, 8)));
}

void RegionLayer::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintOutside(painter);
    for (std::size_t i = 0; i < region_.size(); ++i)
        if (region_[i].holdsFor(frame_)) paintShape(painter, region_[i], isEdited_ && chosen_ == i);
    if (!draft_ || draft_->points.empty()) return;
    if (draft_->kind != ShapeKind::polygon) return paintShape(painter, *draft_, true);
    QPolygonF corners;
    for (const RegionShape::Point& point : draft_->points)
        corners << toScreen().map(QPointF(point.x, point.y));
    corners << mouse_;
    for (const auto& [colour, width] : {std::pair{markShadow(), 3.0}, {QColor(Qt::white), 1.4}}) {
        painter.setPen(QPen(colour, width));
        painter.drawPolyline(corners);
    }
    painter.setPen(QPen(QColor(20, 22, 26), 1));
    painter.setBrush(Qt::white);
    for (qsizetype i = 0; i + 1 < corners.size(); ++i)
        painter.drawRect(QRectF(corners[i] - QPointF(4, 4), QSizeF(8, 8)));
}

}  // namespace coarsen::window
