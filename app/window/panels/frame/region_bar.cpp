// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/frame/region_bar.hpp"

#include "app/window/panels/parts/save_dialog.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"
#include "core/export/targets.hpp"
#include "core/job/region_of_frames.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/step_of.hpp"

#include <QButtonGroup>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPointer>
#include <QToolButton>

namespace coarsen::window {

namespace {
using RegionTool = RegionLayer::Tool;
}

RegionBar::RegionBar(Document& document, RegionLayer& layer, QWidget* parent)
    : QWidget(parent), document_(document), layer_(layer) {
    setObjectName("region-bar");
    setFixedHeight(34);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(4);
    const auto button = [&](const QString& name, const QString& iconName, const QString& words, const QString& help) {
        auto* const made = new QToolButton;
        made->setObjectName(name);
        if (!iconName.isEmpty()) made->setIcon(icon(iconName));
        made->setIconSize({16, 16});
        made->setText(words);
        made->setToolTip(help);
        made->setAccessibleName(help);
        made->setFocusPolicy(Qt::TabFocus);
        row->addWidget(made);
        return made;
    };
    polygon_ = button("region-polygon", "polygon", {}, tr("Draw a polygon: a click for each corner, a double click closes it"));
    ellipse_ = button("region-ellipse", "ellipse", {}, tr("Draw an ellipse: drag it"));
    rectangle_ = button("region-rectangle", "rectangle", {}, tr("Draw a rectangle: drag it"));
    for (QToolButton* tool : {polygon_, ellipse_, rectangle_})
        tool->setCheckable(true);
    row->addSpacing(8);
    add_ = button("region-add", {}, tr("Add"), tr("The drawn shape is measured, too"));
    takeAway_ = button("region-take-away", {}, tr("Take away"), tr("The drawn shape is not measured"));
    auto* const both = new QButtonGroup(this);
    for (QToolButton* sign : {add_, takeAway_}) {
        sign->setCheckable(true);
        sign->setProperty("segment", true);
        both->addButton(sign);
    }
    add_->setChecked(true);
    row->addSpacing(8);
    delete_ = button("region-delete", {}, tr("Delete"), tr("Delete the chosen shape (Del)"));
    row->addStretch();
    auto* const load = button("region-import", {}, tr("Import…"), tr("Take the region from ImageJ's selections, .roi or .zip"));
    export_ = button("region-export", {}, tr("Export…"), tr("Save the region as ImageJ's selection, or as a set of them"));
    hide();

    for (const auto& [tool, kind] :
         {std::pair{polygon_, RegionTool::polygon}, {ellipse_, RegionTool::ellipse}, {rectangle_, RegionTool::rectangle}})
        connect(tool, &QToolButton::clicked, this, [this, kind = kind](bool on) { takeTool(on ? kind : RegionTool::none); });
    for (QToolButton* sign : {add_, takeAway_})
        connect(sign, &QToolButton::clicked, this, [this] { takeTool(layer_.tool()); });
    connect(delete_, &QToolButton::clicked, &layer, &RegionLayer::deleteChosen);
    connect(load, &QToolButton::clicked, this, &RegionBar::askImport);
    connect(export_, &QToolButton::clicked, this, &RegionBar::askExport);
    connect(&layer, &RegionLayer::stateChanged, this, &RegionBar::showState);
    connect(&layer, &RegionLayer::regionChosen, &document.changes(), &Changes::setRegion);
    const auto show = [this] {
        layer_.showRegion(region(), document_.frame().index());
        showState();
    };
    for (const auto news : {&Document::choicesChanged, &Document::opened})
        connect(&document, news, this, show);
    connect(&document, &Document::frameChanged, this, show);
}

const Region& RegionBar::region() const {
    static const Region none;
    const Step* const step = document_.recipe().step(Crop::key);
    const Crop* const crop = step && step->isOn() ? step->as<Crop>() : nullptr;
    return crop ? crop->shapes : none;
}

void RegionBar::setEditing(bool editing) {
    setVisible(editing);
    layer_.setEditing(editing);
}

void RegionBar::takeTool(RegionTool tool) {
    layer_.setTool(tool, add_->isChecked());
}

void RegionBar::showState() {
    polygon_->setChecked(layer_.tool() == RegionTool::polygon);
    ellipse_->setChecked(layer_.tool() == RegionTool::ellipse);
    rectangle_->setChecked(layer_.tool() == RegionTool::rectangle);
    delete_->setEnabled(layer_.chosen().has_value());
    export_->setEnabled(!region().empty());
}

void RegionBar::askImport() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Import a region"), {}, tr("ImageJ selections (*.roi *.zip);;All files (*)"));
    if (!file.isEmpty()) importFrom(file);
}

void RegionBar::importFrom(const QString& file) {
    document_.background().run(
        [self = QPointer(this), path = std::filesystem::path(QFile::encodeName(file).toStdString())]() -> Background::Result {
            return [self, rois = readRois(path)] {
                if (self) self->take(rois);
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->document_.notices().raise({Notice::Kind::failure, tr("The region was not read"), problem, -1});
        });
}

void RegionBar::take(const RoiFile& rois) {
    const RegionOfFrames region = regionOfFrames(rois, document_.session().series);
    document_.changes().setRegion(region.region, tr("importing a region"));
    if (!region.said.text.empty())
        document_.notices().raise(
            {Notice::Kind::information, tr("A region and its frames"), QString::fromStdString(region.said.text)});
}

void RegionBar::askExport() {
    const bool isOne = region().size() == 1 && region().front().adds;
    const QStringList kinds = isOne ? QStringList{tr("ImageJ selection (*.roi)"), tr("ImageJ set of selections (*.zip)")}
                                    : QStringList{tr("ImageJ set of selections (*.zip)")};
    const QString file = askWhereToSave(this, tr("Export the region"), isOne ? "region.roi" : "region.zip", kinds);
    if (!file.isEmpty()) exportTo(file);
}

void RegionBar::exportTo(const QString& file) {
    document_.background().run(
        [self = QPointer(this), file, region = region(), session = document_.session()]() -> Background::Result {
            const std::filesystem::path path = QFile::encodeName(file).toStdString();
            requireFree({path}, usersFiles(session), Existing::replaced);
            writeWhole(path, regionFile(region, file.endsWith(".zip", Qt::CaseInsensitive)));
            return [self, file] {
                if (self) self->document_.notices().raise({Notice::Kind::information, tr("The region is saved"), file, -1});
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->document_.notices().raise({Notice::Kind::failure, tr("The region was not saved"), problem, -1});
        });
}

}  // namespace coarsen::window
