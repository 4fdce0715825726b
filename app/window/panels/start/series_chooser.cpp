// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/series_chooser.hpp"

#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/parts/screen_room.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/files.hpp"
#include "core/base/shell_word.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {

constexpr QSize pictureSize{96, 60};
constexpr int foundHeight = 76;

/// The picture fills its place; without one the place is empty.
QPixmap placed(const QImage& picture, qreal ratio) {
    QPixmap place(pictureSize * ratio);
    place.setDevicePixelRatio(ratio);
    place.fill(theme().stage);
    if (picture.isNull()) return place;
    QPainter painter(&place);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QSizeF size = QSizeF(picture.size()).scaled(pictureSize, Qt::KeepAspectRatioByExpanding);
    const QPointF corner((pictureSize.width() - size.width()) / 2, (pictureSize.height() - size.height()) / 2);
    painter.drawImage(QRectF(corner, size), picture);
    return place;
}

/// The same where its row is chosen.
QIcon iconOf(const QImage& picture, qreal ratio) {
    const QPixmap place = placed(picture, ratio);
    QIcon icon(place);
    icon.addPixmap(place, QIcon::Selected);
    return icon;
}

}  // namespace

SeriesChooser::SeriesChooser(const std::filesystem::path& folder, const std::vector<FolderOfImages>& found, QWidget* parent)
    : QDialog(parent), below_(folder, found), list_(new QListWidget) {
    setObjectName("series-chooser");
    setAttribute(Qt::WA_DeleteOnClose);
    const QString name = QString::fromStdString(displayName(folder));
    setWindowTitle(tr("Series in %1").arg(name));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(8);
    const int own = found.front().folder == found.front().images.front() ? 1 : 0;
    const QString holds = own > 0 ? tr("%1 holds one image itself, and %2 in its subfolders")
                                  : tr("%1 holds no image itself, but %2 in its subfolders");
    auto* const title = titleLabel(holds.arg(name, counted(int(found.size()) - own, tr("series"), tr("series"))));
    QFont large = title->font();
    large.setPixelSize(15);
    title->setFont(large);
    column->addWidget(title);
    column->addWidget(hintLabel(
        tr("Open one of them. Several, chosen with Ctrl or Shift, open side by side as samples, or together as an ensemble.")));
    list_->setObjectName("series-found");
    list_->setAccessibleName(tr("Folders of images"));
    list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list_->setIconSize(pictureSize);
    list_->setUniformItemSizes(true);
    list_->setSpacing(2);
    const Theme& t = theme();
    list_->setStyleSheet(QStringLiteral("QListWidget { background: %1; border: 1px solid %2; border-radius: 6px; outline: none; }"
                                        "QListWidget::item { padding-left: 6px; border-radius: 4px; color: %3; }"
                                        "QListWidget::item:selected { background: %4; color: %3; }"
                                        "QListWidget:focus { border: 1px solid %5; }")
                             .arg(t.raised.name(), t.edge.name(), t.ink.name(), t.accentSoft.name(), t.accent.name()));
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    column->addSpacing(4);
    column->addWidget(list_, 1);
    column->addWidget(makeCommand());
    column->addSpacing(4);
    column->addWidget(makeButtons());
    addRows();
    connect(&below_, &SeriesBelow::pictureMade, this,
            [this](int index, const QImage& picture) { list_->item(index)->setIcon(iconOf(picture, devicePixelRatioF())); });
    connect(list_, &QListWidget::itemSelectionChanged, this, &SeriesChooser::showChosen);
    connect(list_, &QListWidget::itemDoubleClicked, this, &SeriesChooser::openOne);
    list_->setCurrentRow(0);
    resize(QSize(620, std::min(220 + foundHeight * list_->count(), 560)).boundedTo(roomFor(*this)));
    list_->setFocus();
}

void SeriesChooser::addRows() {
    for (const FolderOfImages& each : below_.found()) {
        auto* const row = new QListWidgetItem(QString::fromStdString(each.name) + "\n" +
                                              counted(static_cast<int>(each.images.size()), tr("image"), tr("images")));
        row->setData(Qt::UserRole, QFile::decodeName(QByteArray::fromStdString(each.folder.string())));
        row->setData(Qt::AccessibleTextRole, QString(row->text()).replace('\n', ", "));
        row->setSizeHint({0, foundHeight});
        row->setIcon(iconOf({}, devicePixelRatioF()));
        list_->addItem(row);
    }
}

/// To measure all of them here or by a script.
QWidget* SeriesChooser::makeCommand() {
    auto* const all = new QWidget;
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(hintLabel(tr("To measure all of them with a script:")));
    auto* const command =
        new QLineEdit(QString::fromStdString("coarsen-cli batch " + shellWord(below_.folder().string()) + " -o OUT"));
    command->setObjectName("batch-command");
    command->setAccessibleName(tr("The command that measures all of them"));
    command->setReadOnly(true);
    command->setCursorPosition(0);
    row->addWidget(command, 1);
    QToolButton* const copy = headerTool("copy", "copy-batch-command", tr("Copy the command"));
    connect(copy, &QToolButton::clicked, this, [command] { QApplication::clipboard()->setText(command->text()); });
    row->addWidget(copy);
    return all;
}

QWidget* SeriesChooser::makeButtons() {
    auto* const all = new QWidget;
    auto* const row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    const auto button = [&](const QString& words, const QString& name) {
        auto* const made = new QPushButton(words);
        made->setObjectName(name);
        made->setMinimumHeight(30);
        row->addWidget(made);
        return made;
    };
    QPushButton* const measure = button(tr("Measure all…"), "series-all");
    measure->setToolTip(tr("Batch: each with the recipe, into tables and one chart of all"));
    connect(measure, &QPushButton::clicked, this, [this] {
        accept();
        emit allWanted(QFile::decodeName(QByteArray::fromStdString(below_.folder().string())));
    });
    QPushButton* const volumes = button(tr("As volumes"), "series-volumes");
    volumes->setToolTip(
        tr("Each folder is a volume and its images are the slices: one series of the chosen folders, or of all where one is "
           "chosen"));
    connect(volumes, &QPushButton::clicked, this, &SeriesChooser::openVolumes);
    row->addStretch();
    connect(button(tr("Cancel"), "series-cancel"), &QPushButton::clicked, this, &QDialog::reject);
    samples_ = button(tr("Side by side"), "series-samples");
    samples_->setToolTip(tr("As samples: each folder is a series of its own, and one chart has all of them"));
    connect(samples_, &QPushButton::clicked, this, &SeriesChooser::openSamples);
    many_ = button(tr("Open together"), "series-many");
    many_->setToolTip(tr("As an ensemble of independent images: each folder is a group"));
    one_ = button(tr("Open"), "series-one");
    connect(one_, &QPushButton::clicked, this, &SeriesChooser::openOne);
    connect(many_, &QPushButton::clicked, this, &SeriesChooser::openMany);
    return all;
}

QStringList SeriesChooser::chosen() const {
    QStringList folders;
    for (int i = 0; i < list_->count(); ++i)
        if (list_->item(i)->isSelected()) folders << list_->item(i)->data(Qt::UserRole).toString();
    return folders;
}

void SeriesChooser::showChosen() {
    const qsizetype count = chosen().size();
    one_->setEnabled(count == 1);
    samples_->setEnabled(count > 1);
    many_->setEnabled(count > 1);
    QPushButton* const forReturn = count > 1 ? many_ : one_;  // Return presses what is blue
    forReturn->setDefault(true);
    for (QPushButton* const each : {one_, many_}) {
        each->setProperty("primary", each == forReturn);
        each->style()->polish(each);
    }
}

void SeriesChooser::openOne() {
    const QStringList folders = chosen();
    if (folders.size() != 1) return;
    accept();
    emit oneWanted(folders.front());
}

void SeriesChooser::openSamples() {
    const QStringList folders = chosen();
    accept();
    emit samplesWanted(folders);
}

void SeriesChooser::openVolumes() {
    QStringList folders = chosen();
    if (folders.size() < 2) {
        folders.clear();
        for (int i = 0; i < list_->count(); ++i)
            folders << list_->item(i)->data(Qt::UserRole).toString();
    }
    accept();
    emit volumesWanted(folders);
}

void SeriesChooser::openMany() {
    const QStringList folders = chosen();
    accept();
    emit manyWanted(folders);
}

}  // namespace coarsen::window
