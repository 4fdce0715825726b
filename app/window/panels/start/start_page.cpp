// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/start_page.hpp"

#include "app/window/document/settings_store.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/panels/start/left_sessions.hpp"
#include "app/window/panels/start/recent_card.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/image/decode.hpp"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int lowBelow = 660, cardsShown = 4, cardsWhereLow = 3;

QLabel* text(const QString& words, int size, bool bold, const char* role = nullptr) {
    auto* const label = new QLabel(words);
    QFont font = label->font();
    font.setPixelSize(size);
    font.setBold(bold);
    label->setFont(font);
    if (role) label->setProperty("role", role);
    return label;
}

/// All that can be opened, by the names of the formats.
QString formatsInWords() {
    QStringList names;
    for (const ImageFormat& format : imageFormats())
        names << (format.name == "Video" ? StartPage::tr("films") : QString::fromStdString(format.name));
    return names.join(", ");
}

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Start"));
    auto* const centred = new QGridLayout(this);
    centred->setColumnStretch(0, 1);
    centred->setColumnStretch(2, 1);
    centred->setRowStretch(0, 2);
    centred->setRowStretch(2, 3);
    auto* const body = new QWidget;
    body->setFixedWidth(1022);
    centred->addWidget(body, 1, 1);
    auto* const grid = new QGridLayout(body);
    grid->setHorizontalSpacing(26);
    grid->setVerticalSpacing(8);
    grid->addWidget(text(tr("How big is the structure, and how fast does it grow?"), 26, true), 0, 0, 1, 2);
    grid->addWidget(text(tr("Open a series of images. Coarsen finds the characteristic length in each one and fits its growth."),
                         14, false, "second"),
                    1, 0, 1, 2);
    left_ = new LeftSessions;
    grid->addWidget(left_, 2, 0, 1, 2);
    grid->setRowMinimumHeight(2, 12);

    dropCard_ = new QWidget;
    dropCard_->setFixedWidth(566);
    dropCard_->setMinimumHeight(240);
    dropCard_->setMaximumHeight(330);
    auto* const drop = new QVBoxLayout(dropCard_);
    const auto addRoom = [drop] { drop->addSpacerItem(new QSpacerItem(0, 76, QSizePolicy::Minimum, QSizePolicy::Expanding)); };
    addRoom();
    auto* const folder = new QLabel;
    folder->setPixmap(icon("folder").pixmap(44, 44));
    folder->setAlignment(Qt::AlignCenter);
    drop->addWidget(folder);
    for (QLabel* label : {text(tr("Drop a folder or images here"), 17, true), text(formatsInWords(), 12, false, "second"),
                          text(tr("Nothing is analysed, copied or changed until you ask for it."), 12, false, "second")}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        drop->addWidget(label);
    }
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch();
    auto* const openFolder = new QPushButton(icon("folder", Theme::light().onAccent), tr("Open folder…"));
    openFolder->setProperty("primary", true);
    openFolder->setObjectName("open-folder");
    auto* const openFiles = new QPushButton(icon("file"), tr("Open files…"));
    auto* const watch = new QPushButton(icon("clock"), tr("Watch folder…"));
    watch->setToolTip(tr("Open a folder that an experiment is writing to: new images are taken in and measured"));
    for (QPushButton* button : {openFolder, openFiles, watch}) {
        button->setMinimumHeight(34);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    drop->addSpacing(10);
    drop->addLayout(buttons);
    addRoom();
    grid->addWidget(dropCard_, 3, 0);
    grid->setRowMinimumHeight(3, 240);

    auto* const side = new QVBoxLayout;
    side->setSpacing(8);
    auto* const sideHead = new QHBoxLayout;
    sideHead->addWidget(text(tr("Recent"), 12, true, "second"));
    sideHead->addStretch();
    forgetAll_ = new QToolButton;
    forgetAll_->setText(tr("Clear the list"));
    forgetAll_->setObjectName("forget-recent");
    forgetAll_->setToolTip(tr("Empty this list. Images and sessions are not touched."));
    forgetAll_->hide();
    sideHead->addWidget(forgetAll_);
    side->addLayout(sideHead);
    recent_ = new QVBoxLayout;
    recent_->setSpacing(8);
    side->addLayout(recent_);
    side->addStretch();
    grid->addLayout(side, 3, 1);

    sampleCard_ = new QWidget;
    sampleCard_->setFixedHeight(76);
    auto* const sample = new QHBoxLayout(sampleCard_);
    sample->setContentsMargins(20, 10, 14, 10);
    auto* const flask = new QLabel;
    flask->setPixmap(icon("flask", Theme::light().rmax).pixmap(28, 28));
    sample->addWidget(flask);
    auto* const words = new QVBoxLayout;
    words->setSpacing(2);
    words->addStretch();
    words->addWidget(text(tr("Try it on a series whose answer is known"), 13, true));
    words->addWidget(text(tr("Simulated frames with uneven light, dust and noise, their true %1 beside them.").arg(rMaxText()),
                          12, false, "second"));
    words->addStretch();
    sample->addSpacing(10);
    sample->addLayout(words, 1);
    auto* const synthetic = new QPushButton(tr("Make a synthetic series"));
    synthetic->setToolTip(tr("20 frames of a random pattern that grows at a known rate, with light, dust and noise"));
    synthetic->setObjectName("open-synthetic");
    auto* const open = new QPushButton(icon("play"), tr("Open the demonstration"));
    open->setObjectName("open-sample");
    open->setToolTip(sampleFolder().empty() ? tr("The sample is not installed: a synthetic series is made instead")
                                            : tr("The sample series, the first time with a tour of the window"));
    for (QPushButton* button : {synthetic, open}) {
        button->setMinimumHeight(34);
        sample->addWidget(button);
    }
    grid->setRowMinimumHeight(4, 10);
    grid->addWidget(sampleCard_, 5, 0, 1, 2);

    connect(openFolder, &QPushButton::clicked, this, &StartPage::openFolderWanted);
    connect(openFiles, &QPushButton::clicked, this, &StartPage::openFilesWanted);
    connect(watch, &QPushButton::clicked, this, &StartPage::watchFolderWanted);
    connect(open, &QPushButton::clicked, this, &StartPage::sampleWanted);
    connect(synthetic, &QPushButton::clicked, this, &StartPage::syntheticWanted);
    connect(forgetAll_, &QToolButton::clicked, this, &StartPage::forgetAllWanted);
    connect(left_, &LeftSessions::openWanted, this, [this](const QString& file) { emit pathsWanted({file}); });
    connect(left_, &LeftSessions::discardWanted, this, &StartPage::discardWanted);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &StartPage::restyle);
    restyle();
}

void StartPage::focusFirst() {
    findChild<QPushButton*>("open-folder")->setFocus();
}

void StartPage::restyle() {
    setStyleSheet(QStringLiteral("QLabel[role=\"second\"] { color: %1; }").arg(theme().ink2.name()));
    update();
}

void StartPage::showRecent(const QList<OfferedSeries>& series) {
    while (QLayoutItem* item = recent_->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    recentShown_ = series.mid(0, cardsShown);
    for (const OfferedSeries& one : recentShown_) {
        auto* const card = new RecentCard(one);
        connect(card, &QAbstractButton::clicked, this, [this, one] {
            if (one.isThere || one.left)
                emit pathsWanted(one.toOpen());
            else
                locate(one.series.path);
        });
        connect(card, &RecentCard::openAnewWanted, this, [this, one] {
            if (one.isThere)
                emit pathsWanted(one.series.toOpen());
            else
                locate(one.series.path);
        });
        connect(card, &RecentCard::discardWanted, this, [this, one] { emit discardWanted(one.toOpen().front()); });
        connect(card, &RecentCard::forgetWanted, this, [this, one] { emit forgetWanted(one.series.path); });
        recent_->addWidget(card);
    }
    if (series.isEmpty()) recent_->addWidget(text(tr("Series you open appear here."), 12, false, "second"));
    forgetAll_->setVisible(!series.isEmpty());
    showAsManyAsFit();
    showOthersLeft();
}

void StartPage::showAsManyAsFit() {
    for (int i = cardsWhereLow; i < recent_->count(); ++i)
        recent_->itemAt(i)->widget()->setVisible(height() >= lowBelow);
}

void StartPage::showLeft(const QList<LeftSession>& left) {
    allLeft_ = left;
    showOthersLeft();
}

/// Lists the sessions that no card of the recent series opens.
void StartPage::showOthersLeft() {
    QList<LeftSession> others = allLeft_;
    others.removeIf([this](const LeftSession& left) {
        return std::ranges::any_of(recentShown_,
                                   [&](const OfferedSeries& one) { return one.left && one.left->file == left.file; });
    });
    left_->show(others);
    update();
}

void StartPage::locate(const QString& path) {
    const QFileInfo before(path);
    const QString title = tr("Where is %1 now?").arg(before.fileName());
    const QString now = path.endsWith(".coarsen")   ? chosenFile(this, FileKind::located, title, {tr("Sessions (*.coarsen)")})
                        : before.suffix().isEmpty() ? chosenFolder(this, FileKind::located, title)
                                                    : chosenFile(this, FileKind::located, title);
    if (now.isEmpty()) return;
    emit forgetWanted(path);
    emit pathsWanted({now});
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    left_->setRowsShown(height() < lowBelow ? 1 : 2);
    showAsManyAsFit();
}

void StartPage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    painter.fillRect(rect(), t.bg);
    const auto boxOf = [this](QWidget* widget) {
        return QRectF(QRect(widget->mapTo(this, QPoint()), widget->size())).adjusted(1, 1, -1, -1);
    };
    painter.setBrush(t.panel);
    painter.setPen(QPen(t.ink3, 1.5, Qt::DashLine));
    painter.drawRoundedRect(boxOf(dropCard_), 8, 8);
    if (sampleCard_->isVisible()) {
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(boxOf(sampleCard_), 8, 8);
    }
}

}  // namespace coarsen::window
