// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/frame_panel.hpp"

#include "app/window/panels/frame/brush_bar.hpp"
#include "app/window/panels/frame/flow_bar.hpp"
#include "app/window/panels/frame/frame_header.hpp"
#include "app/window/panels/frame/region_bar.hpp"
#include "app/window/panels/frame/volume_panel.hpp"
#include "app/window/panels/parts/length_field.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/line_profile_view.hpp"
#include "app/window/views/loupe.hpp"
#include "core/series/known_length.hpp"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

FramePanel::FramePanel(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    image_ = new ImageView;
    header_ = new FrameHeader(document_, *image_);
    brushBar_ = new BrushBar(document_, *image_);
    region_ = new RegionLayer(*image_);
    regionBar_ = new RegionBar(document_, *region_);
    column->addWidget(header_);
    column->addWidget(new FlowBar(document_));
    column->addWidget(brushBar_);
    column->addWidget(regionBar_);
    column->addWidget(image_, 1);
    volume_ = new VolumePanel(document_);
    volume_->hide();
    column->addWidget(volume_, 1);
    length_ = new LengthField(image_);
    profile_ = new LineProfileView;
    profile_->hide();
    column->addWidget(profile_);

    connect(&document_, &Document::previewChanged, this, &FramePanel::showPreview);
    connect(image_, &ImageView::cropChosen, &document_.changes(), qOverload<const QRect&>(&Changes::setCrop));
    connect(&document_, &Document::opened, image_, &ImageView::fit);
    connect(image_, &ImageView::pixelHovered, this, [this](const QPointF& at) { emit cursorMoved(readoutAt(at)); });
    connect(brushBar_, &BrushBar::begun, this, [this] {
        image_->setLineTool(LineTool::none);
        length_->hide();
        header_->setProfileOn(false);
        stopCropping();
        header_->showDust();
        emit toolTaken();
    });
    connect(image_, &ImageView::lineChanged, this, [this](const QLineF&, bool isReleased) { lineDrawn(isReleased); });
    connect(image_, &ImageView::shownChanged, this, &FramePanel::showProfile);
    connect(length_, &LengthField::lengthChosen, this, &FramePanel::useKnownLength);
    connect(length_, &LengthField::givenUp, this, [this] {
        leaveTool();
        takeFocus();  // else a button would take the arrow keys
    });
    connect(header_, &FrameHeader::profileToggled, this, &FramePanel::setProfileShown);
    connect(profile_, &LineProfileView::closeWanted, this, [this] { header_->setProfileOn(false); });
    connect(profile_, &LineProfileView::copied, this,
            [this] { document_.notices().say(tr("The values along the line are copied")); });
    connect(image_, &ImageView::menuWanted, this, [this](const QPoint& at) {
        if (document_.frame().index() >= 0) emit frameMenuWanted(document_.frame().index(), at);
    });
    connect(profile_, &LineProfileView::placeHovered, image_, &ImageView::setLineMark);
    connect(&document_, &Document::opened, this, &FramePanel::leaveTool);
    connectVolume();
    connectFlow();
}

/// Shows the flow in the place of the stage on the right, and at first of both.
void FramePanel::connectFlow() {
    ShownFlow& flow = document_.frame().flow();
    connect(&flow, &ShownFlow::drawn, this, [this, &flow] { image_->setFlow(showsVolumes() ? nullptr : flow.slices()); });
    connect(&flow, &ShownFlow::changed, this, [this, &flow] {
        const bool isSeen = flow.seen().view != FlowAspect::frame;
        if (std::exchange(isFlowSeen_, isSeen) != isSeen) header_->setAlone(isSeen);
    });
}

void FramePanel::connectVolume() {
    SlicesView* const slices = volume_->slices();
    connect(&document_, &Document::opened, this, [this] {
        image_->setVisible(!showsVolumes());
        volume_->setVisible(showsVolumes());
    });
    connect(&document_, &Document::opened, slices, &SlicesView::fit);
    connect(image_, &ImageView::shownChanged, this, [this] { volume_->setRawShown(image_->look().right == "raw"); });
    connect(header_, &FrameHeader::dustToggled, slices, &SlicesView::setMaskShown);
    connect(header_, &FrameHeader::gaugeToggled, slices, &SlicesView::setGaugeShown);
    connect(slices, &SlicesView::cropChosen, &document_.changes(), qOverload<const VoxelBox&>(&Changes::setCrop));
    connect(header_, &FrameHeader::fitWanted, this, &FramePanel::fit);
    connect(volume_, &VolumePanel::cursorMoved, this, &FramePanel::cursorMoved);
    const auto showMenu = [this](const QPoint& at) {
        if (document_.frame().index() >= 0) emit frameMenuWanted(document_.frame().index(), at);
    };
    connect(slices, &SlicesView::menuWanted, this, showMenu);
    connect(volume_->surface(), &SurfaceView::menuWanted, this, showMenu);
}

bool FramePanel::showsVolumes() const {
    return document_.session().series.volumes.has_value();
}

void FramePanel::fit() {
    showsVolumes() ? volume_->slices()->fit() : image_->fit();
}

void FramePanel::takeFocus() {
    showsVolumes() ? volume_->slices()->setFocus() : image_->setFocus();
}

void FramePanel::setHoveredRadius(std::optional<double> px) {
    image_->setHoveredRadius(px);
    volume_->slices()->setHoveredRadius(px);
}

bool FramePanel::isProfileShown() const {
    return !profile_->isHidden();
}

bool FramePanel::leaveTool() {
    const bool wasDrawing = region_->giveUp();
    const bool wasInUse = wasDrawing || brushBar_->isPainting() || image_->lineTool() != LineTool::none;
    brushBar_->stop();
    length_->hide();
    header_->setProfileOn(false);
    image_->setLineTool(LineTool::none);
    return wasInUse;
}

void FramePanel::paintDust(bool isDust) {
    if (document_.isOpen() && !showsVolumes()) brushBar_->paint(isDust);
}

void FramePanel::resizeBrush(int steps) {
    brushBar_->resizeBrush(steps);
}

void FramePanel::setCropEditing(bool editing) {
    if (editing) leaveTool();
    image_->setCropEditing(editing && !showsVolumes());
    volume_->slices()->setCropEditing(editing && showsVolumes());
    regionBar_->setEditing(editing && !showsVolumes());
}

void FramePanel::stopCropping() {
    image_->setCropEditing(false);
    volume_->slices()->setCropEditing(false);
    regionBar_->setEditing(false);
}

void FramePanel::compareBeforeAndAfter(const QString& step) {
    if (document_.isOpen() && !showsVolumes()) header_->compareBeforeAndAfter(step.isEmpty() ? image_->look().right : step);
}

void FramePanel::drawKnownLength() {
    if (!document_.isOpen() || showsVolumes()) return;
    leaveTool();
    stopCropping();
    image_->setLineTool(LineTool::knownLength);
    image_->setFocus();
    emit toolTaken();
}

void FramePanel::setProfileShown(bool shown) {
    if (shown) {
        brushBar_->stop();
        length_->hide();
        stopCropping();
        emit toolTaken();
    }
    profile_->setVisible(shown);
    image_->setLineTool(shown ? LineTool::profile : LineTool::none);
    showProfile();
}

void FramePanel::lineDrawn(bool isReleased) {
    if (image_->lineTool() == LineTool::profile) return showProfile();
    const QLineF line = image_->line();
    length_->setLinePx(line.length());
    if (isReleased && !line.isNull()) length_->ask(image_->toScreen(line.p2()).toPoint());
}

void FramePanel::useKnownLength(double micrometres) {
    const QLineF line = image_->line();
    document_.changes().setCalibration(calibrationFromLine(line.dx(), line.dy(), micrometres, document_.session().calibration));
    leaveTool();
    image_->setFocus();
}

/// Cheap enough for every movement of the mouse: a line has a few thousand places at most.
void FramePanel::showProfile() {
    if (profile_->isHidden()) return;
    const QLineF line = image_->line();
    std::vector<StageProfile> profiles;
    if (!line.isNull())
        for (const StagePicture* stage : image_->shown()) {
            const Image& image = stage->frame.image;
            const int colours = image.channels() > 1 && stage->frame.hasAlpha ? image.channels() - 1 : image.channels();
            LineProfile profile =
                lineProfile(image, {line.x1(), line.y1(), line.x2(), line.y2()}, stage->origin.x(), stage->origin.y(), colours);
            for (double& value : profile.value)
                value *= stage->frame.greyUnit;
            profiles.push_back({stageName(stage->key), std::move(profile)});
        }
    profile_->show(std::move(profiles), document_.session().calibration);
}

void FramePanel::resizeEvent(QResizeEvent*) {
    profile_->setFixedHeight(std::clamp(height() * 42 / 100, 130, 240));
}

void FramePanel::showGauge(double rMaxPx) {
    const auto set = [this](std::optional<double> px, const QString& text) {
        image_->setGauge(px, text);
        volume_->slices()->setGauge(px, text);
    };
    if (!(rMaxPx > 0)) return set(std::nullopt, {});
    const Calibration& calibration = document_.session().calibration;
    const double um = calibration.isKnown() ? calibration.umPerPx() : 1;
    const Unit unit = lengthUnit(calibration.isKnown(), rMaxPx * um);
    set(rMaxPx, rMaxText() + " " + significant(rMaxPx * um * unit.perBase, 3) + " " + unit.name);
}

void FramePanel::showPreview() {
    if (showsVolumes()) return showVolume();
    const auto& preview = document_.frame().preview();
    if (!preview) return image_->showMessage(tr("Reading…"));
    if (document_.frame().isStale()) return;  // what is shown stays until the answer is here
    if (!preview->stages) return image_->showMessage(translated(preview->problem));
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

void FramePanel::showVolume() {
    volume_->showPreview();
    const auto& preview = document_.frame().preview();
    if (!preview || document_.frame().isStale() || preview->part == Preview::Part::pictures) return;
    showGauge(preview->problem.empty() && preview->lengths.rMax.isFound() ? preview->lengths.rMax.px : 0);
}

QString FramePanel::readoutAt(const QPointF& position) const {
    const QPoint pixel(static_cast<int>(std::floor(position.x())), static_cast<int>(std::floor(position.y())));
    const StagePicture* const raw = image_->stage("raw");
    if (!raw || !raw->picture.rect().contains(pixel)) return {};
    QStringList parts = {QStringLiteral("x %1  y %2 px").arg(pixel.x()).arg(pixel.y())};
    const Calibration& calibration = document_.session().calibration;
    if (calibration.isKnown()) {
        const Unit unit = lengthUnit(true, raw->picture.width() * calibration.pixelWidthUm);
        parts << QStringLiteral("%1, %2 %3")
                     .arg(significant(position.x() * calibration.pixelWidthUm * unit.perBase, 4),
                          significant(position.y() * calibration.pixelHeightUm * unit.perBase, 4), unit.name);
    }
    parts << tr("raw %1").arg(greyText(*raw, pixel));
    std::vector<const StagePicture*> processed;
    for (const StagePicture* one : image_->shown())
        if (one->key != raw->key && (processed.empty() || processed.back() != one)) processed.push_back(one);
    if (processed.empty()) processed.push_back(image_->stage("contrast"));
    for (const StagePicture* one : processed) {
        const QPoint inside = pixel - one->origin;
        const bool isMasked = one->picture.rect().contains(inside) && !one->frame.mask.isValid(inside.x(), inside.y());
        parts << stageName(one->key) + " " + greyText(*one, pixel) + (isMasked ? tr(", masked") : QString());
    }
    return parts.join("     ");
}

}  // namespace coarsen::window
