// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/dataset_chooser.hpp"

#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/parts/screen_room.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"
#include "core/base/utf8.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

enum DatasetColumn { datasetName, datasetShape, datasetType, datasetVoxel, datasetColumns };

QString voxelsWords(const VolumeSize& size) {
    if (size.depth == 1) return QStringLiteral("%1 × %2").arg(size.width).arg(size.height);
    return QStringLiteral("%1 × %2 × %3").arg(size.width).arg(size.height).arg(size.depth);
}

QString typeWords(SampleType type) {
    switch (type) {
        case SampleType::u8:
            return DatasetChooser::tr("8 bit");
        case SampleType::s8:
            return DatasetChooser::tr("8 bit, signed");
        case SampleType::u16:
            return DatasetChooser::tr("16 bit");
        case SampleType::s16:
            return DatasetChooser::tr("16 bit, signed");
        case SampleType::u32:
            return DatasetChooser::tr("32 bit");
        case SampleType::s32:
            return DatasetChooser::tr("32 bit, signed");
        case SampleType::f32:
            return DatasetChooser::tr("32-bit float");
        case SampleType::f64:
        case SampleType::u64:
        case SampleType::s64:
            return DatasetChooser::tr("64 bit");
        case SampleType::f16:
            return DatasetChooser::tr("16-bit float");
    }
    return {};
}

QString voxelWords(const Spacing& spacing, bool isOfPixel) {
    if (!spacing.isInUm) return DatasetChooser::tr("not stated");
    const auto number = [](double um) { return significant(um, 3); };
    if (isOfPixel) return QStringLiteral("%1 × %2 µm").arg(number(spacing.x), number(spacing.y));
    return QStringLiteral("%1 × %2 × %3 µm").arg(number(spacing.x), number(spacing.y), number(spacing.z));
}

/// A path with and without its first stroke names the same.
std::string_view plainName(std::string_view name) {
    return name.starts_with('/') ? name.substr(1) : name;
}

}  // namespace

DatasetChooser::DatasetChooser(const std::filesystem::path& file, std::vector<NamedVolume> datasets, const std::string& now,
                               QWidget* parent)
    : QDialog(parent), datasets_(std::move(datasets)), list_(new QTreeWidget) {
    setObjectName("dataset-chooser");
    setAttribute(Qt::WA_DeleteOnClose);
    const QString name = QString::fromStdString(displayName(file));
    setWindowTitle(tr("Data sets in %1").arg(name));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(8);
    const bool arePictures = !datasets_.empty() && datasets_.front().header.size.depth == 1;
    const int count = static_cast<int>(datasets_.size());
    QLabel* const title =
        titleLabel(tr("%1 holds %2")
                       .arg(name, arePictures ? counted(count, tr("data set of pictures"), tr("data sets of pictures"))
                                              : counted(count, tr("volume"), tr("volumes"))));
    QFont large = title->font();
    large.setPixelSize(15);
    title->setFont(large);
    column->addWidget(title);
    QLabel* const hint =
        hintLabel(tr("One of them is measured, of every file the one of that name. The session keeps the choice; "
                     "on the command line it is --dataset."));
    hint->setWordWrap(true);
    column->addWidget(hint);
    list_->setObjectName("datasets");
    list_->setAccessibleName(tr("Data sets"));
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setAllColumnsShowFocus(true);
    const Theme& t = theme();
    list_->setStyleSheet(
        QStringLiteral("QTreeWidget { background: %1; border: 1px solid %2; border-radius: 6px; outline: none; }"
                       "QTreeWidget::item { height: 28px; padding: 0 8px; border: 0px solid transparent; color: %3; }"
                       "QTreeWidget::item:selected { background: %4; color: %3; }"
                       "QTreeWidget:focus { border: 1px solid %5; }"
                       "QHeaderView::section { padding: 4px 8px; }")
            .arg(t.raised.name(), t.edge.name(), t.ink.name(), t.accentSoft.name(), t.accent.name()));
    list_->setHeaderLabels({tr("Data set"), arePictures ? tr("Pixels") : tr("Voxels"), tr("Values"),
                            arePictures ? tr("Size of a pixel") : tr("Size of a voxel")});
    column->addSpacing(4);
    column->addWidget(list_, 1);
    column->addSpacing(4);
    column->addWidget(makeButtons(!now.empty()));
    addRows(now);
    connect(list_, &QTreeWidget::itemActivated, this, &DatasetChooser::choose);
    constexpr int width = 680, rowHeight = 28, leastRows = 4, mostRows = 14;
    const int rows = std::clamp(list_->topLevelItemCount(), leastRows, mostRows);
    resize(QSize(width, 180 + rowHeight * rows).boundedTo(roomFor(*this)));
    list_->setFocus();
}

void DatasetChooser::addRows(const std::string& now) {
    for (const auto& [name, header] : datasets_) {
        auto* const row =
            new QTreeWidgetItem(list_, {QString::fromStdString(printable(name)), voxelsWords(header.size), typeWords(header.type),
                                        voxelWords(header.spacing, header.size.depth == 1)});
        row->setToolTip(datasetName, row->text(datasetName));
        if (plainName(name) == plainName(now)) list_->setCurrentItem(row);
    }
    if (!list_->currentItem()) list_->setCurrentItem(list_->topLevelItem(0));
    QHeaderView* const head = list_->header();
    head->setStretchLastSection(false);
    for (int i = datasetShape; i < datasetColumns; ++i)
        head->setSectionResizeMode(i, QHeaderView::ResizeToContents);
    head->setSectionResizeMode(datasetName, QHeaderView::Stretch);
}

QWidget* DatasetChooser::makeButtons(bool isOpen) {
    auto* const all = new QWidget;
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch();
    const auto button = [&](const QString& words, const QString& name) {
        auto* const made = new QPushButton(words);
        made->setObjectName(name);
        made->setMinimumHeight(30);
        row->addWidget(made);
        return made;
    };
    connect(button(tr("Cancel"), "dataset-cancel"), &QPushButton::clicked, this, &QDialog::reject);
    QPushButton* const open = button(isOpen ? tr("Measure this one") : tr("Open"), "dataset-open");
    open->setProperty("primary", true);
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &DatasetChooser::choose);
    return all;
}

void DatasetChooser::choose() {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row < 0) return;
    accept();
    emit chosen(datasets_[static_cast<std::size_t>(row)]);
}

}  // namespace coarsen::window
