// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/volume_panel.hpp"

#include "app/window/theme/words.hpp"

#include <QBoxLayout>

namespace coarsen::window {

namespace {
constexpr int betweenPartsMs = 200;
}  // namespace

VolumePanel::VolumePanel(Document& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      slices_(new SlicesView),
      surface_(new SurfaceView),
      layout_(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(1);
    layout_->addWidget(slices_, 1);
    layout_->addWidget(surface_, 1);
    surface_->hide();
    connect(surface_, &SurfaceView::drawingWanted, &drawer_, &SurfaceDrawer::ask);
    connect(&drawer_, &SurfaceDrawer::drawn, surface_, &SurfaceView::showPicture);
    connect(surface_, &SurfaceView::largeWanted, this, [this](bool large) { slices_->setVisible(!large); });
    connect(surface_, &SurfaceView::lookChanged, this, [this] { document_.frame().setSurfaceSeen(surface_->seen()); });
    waiting_.setInterval(betweenPartsMs);
    connect(&waiting_, &QTimer::timeout, this, [this] { surface_->setPartDone(document_.frame().surfacePartDone()); });
    connect(&document, &Document::choicesChanged, this, &VolumePanel::showSurface);
    connect(&document.frame().flow(), &ShownFlow::drawn, this,
            [this] { slices_->setFlow(document_.session().series.volumes ? document_.frame().flow().slices() : nullptr); });
    connect(slices_, &SlicesView::slicesWanted, this,
            [this](std::shared_ptr<const VolumeBrick> brick, const Voxel& at, const GreyLevels& levels) {
                document_.frame().setVoxel(at);
                worker_.ask({std::move(brick), at, levels});
            });
    connect(&worker_, &SliceWorker::cut, slices_, &SlicesView::showSlices);
    connect(slices_, &SlicesView::voxelHovered, this,
            [this](const std::optional<Voxel>& voxel) { emit cursorMoved(voxel ? readoutAt(*voxel) : QString()); });
}

void VolumePanel::showPreview() {
    const auto& preview = document_.frame().preview();
    if (!preview) return slices_->showMessage(tr("Reading…"));
    if (document_.frame().isStale()) return;  // what is shown stays until the answer is here
    if (!preview->brick) return slices_->showMessage(translated(preview->problem));
    if (preview->part == Preview::Part::pictures || preview->part == Preview::Part::measured) {
        showBrick();
    }
    showSurface();
}

/// An earlier one stays, marked, until the answer is here.
void VolumePanel::showSurface() {
    const bool isWanted = document_.recipe().surface.isOn;
    const bool isWaited = isWanted && !document_.frame().isComplete();
    isWaited ? waiting_.start() : waiting_.stop();
    surface_->setPartDone(isWaited ? document_.frame().surfacePartDone() : 0);
    surface_->setVisible(isWanted);
    if (!isWanted) surface_->setLarge(false);
    const auto& preview = document_.frame().preview();
    if (!isWanted || !preview) return;
    if (preview->surface && !document_.frame().isStale()) return surface_->show(preview->surface);
    if (!preview->noSurface.empty() || !preview->problem.empty())
        return surface_->showMessage(translated(preview->noSurface.empty() ? preview->problem : preview->noSurface));
    surface_->isDrawn() ? surface_->setStale(true) : surface_->showMessage(tr("The surface is being measured…"));
}

bool VolumePanel::isBusy() const {
    return worker_.isUnderWay() || drawer_.isUnderWay() || surface_->isSettling();
}

void VolumePanel::resizeEvent(QResizeEvent*) {
    layout_->setDirection(width() > height() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void VolumePanel::setRawShown(bool raw) {
    isRaw_ = raw;
    showBrick();
}

/// Shows the brick of the chosen stage as soon as it is there.
void VolumePanel::showBrick() {
    const auto& preview = document_.frame().preview();
    const auto brick = !preview ? nullptr : isRaw_ ? preview->rawBrick : preview->brick;
    if (!brick) return;
    slices_->show(brick, preview->spacing(document_.session().calibration), isRaw_ ? preview->rawLevels : preview->levels);
    slices_->setKept(preview->kept, !isRaw_);
}

QString VolumePanel::readoutAt(const Voxel& voxel) const {
    const auto& preview = document_.frame().preview();
    if (!preview || !preview->brick) return {};
    const VolumeBrick& brick = *preview->brick;
    QStringList parts = {QStringLiteral("x %1  y %2  z %3").arg(voxel[0]).arg(voxel[1]).arg(voxel[2])};
    const Spacing spacing = preview->spacing(document_.session().calibration);
    if (spacing.isInUm) {
        const Unit unit = lengthUnit(true, brick.size.width * spacing.x);
        const auto place = [&](int index, double side) { return significant((index + 0.5) * side * unit.perBase, 4); };
        parts << QStringLiteral("%1, %2, %3 %4")
                     .arg(place(voxel[0], spacing.x), place(voxel[1], spacing.y), place(voxel[2], spacing.z), unit.name);
    }
    const std::size_t index = brick.size.index(voxel[0], voxel[1], voxel[2]);
    const bool isMasked = !brick.masked.empty() && brick.masked[index];
    const double value = preview->voxels.isEmpty() ? brick.valueOf(brick.code[index]) : double(preview->voxels.values()[index]);
    // Until the volume is read again its value is known to a part in 256 of the greys.
    parts << (isMasked                    ? tr("masked")
              : preview->voxels.isEmpty() ? tr("value about %1").arg(significant(value, 3))
                                          : tr("value %1").arg(significant(value, 6)));
    if (preview->brick != preview->rawBrick && preview->rawBrick)
        parts << tr("flattened about %1").arg(significant(brick.valueOf(brick.code[index]), 3));
    return parts.join("     ");
}

}  // namespace coarsen::window
