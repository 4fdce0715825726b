// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame_panel.hpp"

#include "app/window/panels/brush_bar.hpp"
#include "app/window/panels/frame_header.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/image_view.hpp"

#include <QVBoxLayout>

#include <cmath>

namespace coarsen::window {

FramePanel::FramePanel(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    image_ = new ImageView;
    header_ = new FrameHeader(document_, *image_);
    brushBar_ = new BrushBar(document_, *image_);
    column->addWidget(header_);
    column->addWidget(brushBar_);
    column->addWidget(image_, 1);

    connect(&document_, &Document::previewChanged, this, &FramePanel::showPreview);
    connect(image_, &ImageView::cropChosen, &document_, &Document::setCrop);
    connect(image_, &ImageView::pixelHovered, this,
            [this](const QPointF& at, double grey) { emit cursorMoved(readoutAt(at, grey)); });
    connect(brushBar_, &BrushBar::begun, this, [this] {
        image_->setCropEditing(false);
        header_->showDust();
        emit paintingBegun();
    });
}

bool FramePanel::takeKey(int key) {
    switch (key) {
        case Qt::Key_W:
            header_->toggleWipe();
            return true;
        case Qt::Key_S:
            header_->toggleSide();
            return true;
        case Qt::Key_M:
            header_->toggleDust();
            return true;
        case Qt::Key_R:
            header_->toggleGauge();
            return true;
        case Qt::Key_B:
        case Qt::Key_E:
            paintDust(key == Qt::Key_B);
            return true;
        case Qt::Key_BracketLeft:
        case Qt::Key_BracketRight:
            brushBar_->resizeBrush(key == Qt::Key_BracketRight ? 1 : -1);
            return true;
        case Qt::Key_F:
            image_->fit();
            return true;
        case Qt::Key_Comma:
        case Qt::Key_Period:
            image_->moveWipe(key == Qt::Key_Period ? 0.05 : -0.05);
            return true;
        default:
            break;
    }
    if (key < Qt::Key_1 || key > Qt::Key_7) return false;
    header_->chooseStage(key - Qt::Key_1);
    return true;
}

bool FramePanel::leaveTool() {
    const bool wasPainting = brushBar_->isPainting();
    brushBar_->stop();
    return wasPainting;
}

void FramePanel::paintDust(bool isDust) {
    if (document_.isOpen()) brushBar_->paint(isDust);
}

void FramePanel::setCropEditing(bool editing) {
    if (editing) brushBar_->stop();
    image_->setCropEditing(editing);
}

void FramePanel::showGauge(double rMaxPx) {
    const Calibration& calibration = document_.session().calibration;
    const double um = calibration.isKnown() ? calibration.umPerPx() : 1;
    const Unit unit = lengthUnit(calibration.isKnown(), rMaxPx * um);
    image_->setGauge(rMaxPx, rMaxText() + " " + significant(rMaxPx * um * unit.perBase, 3) + " " + unit.name);
}

void FramePanel::showPreview() {
    const auto& preview = document_.preview();
    if (!preview) return image_->showMessage(tr("Reading…"));
    if (document_.isPreviewStale()) return;  // what is shown stays until the answer is here
    if (!preview->stages) return image_->showMessage(QString::fromStdString(preview->problem));
    const Preview::Part part = preview->part;
    if (part == Preview::Part::pictures || part == Preview::Part::measured)
        image_->show(preview->stages, document_.session().calibration);
    if (!preview->problem.empty()) return image_->setGauge(std::nullopt, {});
    if (part != Preview::Part::measured && part != Preview::Part::errors) return;
    if (preview->lengths.rMax.isFound())
        showGauge(preview->lengths.rMax.px);
    else
        image_->setGauge(std::nullopt, {});
}

QString FramePanel::readoutAt(const QPointF& position, double grey) const {
    if (std::isnan(grey)) return {};
    QString text = QStringLiteral("x %1  y %2 px").arg(static_cast<int>(position.x())).arg(static_cast<int>(position.y()));
    const Calibration& calibration = document_.session().calibration;
    if (calibration.isKnown()) {
        const Unit unit = lengthUnit(true, 3000);
        text += QStringLiteral("     %1, %2 %3")
                    .arg(number(position.x() * calibration.pixelWidthUm * unit.perBase, 2),
                         number(position.y() * calibration.pixelHeightUm * unit.perBase, 2), unit.name);
    }
    return text + tr("     grey %1").arg(grey, 0, 'f', 1);
}

}  // namespace coarsen::window
