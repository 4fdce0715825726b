// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/sample_list.hpp"

#include "app/window/plots/sample_marks.hpp"
#include "app/window/plots/samples_plot.hpp"
#include "app/window/theme/theme.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int sampleRole = Qt::UserRole, rowHeight = 24;
constexpr int ofCondition = -2;

/// As it is, also where its row is selected.
QIcon plainIcon(const QPixmap& picture) {
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected);
    return icon;
}

QString explained(const SamplesData& data, const ShownSample& sample) {
    QStringList lines{sample.name()};
    if (const QString answer = headlineOf(data, *sample.sample); !answer.isEmpty()) lines << answer;
    if (!sample.entry.group.empty()) lines << QObject::tr("a repeat of %1").arg(QString::fromStdString(sample.entry.group));
    lines << sample.words;
    if (!sample.whyNotDrawn.isEmpty()) lines << sample.whyNotDrawn;
    if (!sample.entry.note.empty()) lines << QString::fromStdString(sample.entry.note);
    if (sample.isLookedAt) lines << QObject::tr("frame, C2D and C1D show this sample");
    return lines.join('\n');
}

}  // namespace

SampleList::SampleList(QWidget* parent) : QListWidget(parent) {
    setObjectName("sample-list");
    setAccessibleName(tr("Samples"));
    setFrameShape(NoFrame);
    setIconSize({16, 16});
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    setUniformItemSizes(true);
    setSelectionMode(SingleSelection);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        if (isFilling_ || sampleOf(item) < 0) return;
        isTicking_ = true;  // the click that follows is the same one
        emit shownChanged(sampleOf(item), item->checkState() == Qt::Checked);
    });
    connect(this, &QListWidget::itemPressed, this, [this] { isTicking_ = false; });
    connect(this, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) {
        if (!std::exchange(isTicking_, false) && sampleOf(item) >= 0) emit sampleChosen(sampleOf(item));
    });
    connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        const QListWidgetItem* const item = itemAt(at);
        emit menuWanted(item ? sampleOf(item) : -1, viewport()->mapToGlobal(at));
    });
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &SampleList::fill);
}

int SampleList::sampleOf(const QListWidgetItem* item) const {
    return item->data(sampleRole).toInt();
}

void SampleList::show(std::shared_ptr<const SamplesData> data) {
    data_ = std::move(data);
    fill();
}

void SampleList::fill() {
    isFilling_ = true;
    const int scrolled = verticalScrollBar()->value();
    clear();
    setStyleSheet(
        QStringLiteral(
            "QListWidget { background: transparent; } "
            "QListWidget::item { border: 0; padding: 0 2px; } "
            "QListWidget::item:selected { background: %1; color: %2; border-radius: 4px; } "
            "QListWidget::indicator { width: 12px; height: 12px; border: 1px solid %3; border-radius: 3px; background: %4; } "
            "QListWidget::indicator:checked { background: %3; image: url(:/coarsen/check.svg); }")
            .arg(theme().accentSoft.name(), theme().ink.name(), theme().edge.name(), theme().raised.name()));
    if (data_)
        for (const ShownCondition& condition : data_->conditions) {
            if (condition.hasRepeats()) addCondition(condition);
            for (const int sample : condition.samples)
                addSample(sample, condition.hasRepeats());
        }
    verticalScrollBar()->setValue(scrolled);
    isFilling_ = false;
}

void SampleList::addCondition(const ShownCondition& condition) {
    auto* const item = new QListWidgetItem(
        plainIcon(sampleSwatch(condition.style, false, true, false, theme(), devicePixelRatioF())), condition.name(), this);
    item->setData(sampleRole, ofCondition);
    item->setFlags(Qt::ItemIsEnabled);
    QFont bold = QApplication::font();
    bold.setWeight(QFont::DemiBold);
    item->setFont(bold);
    item->setSizeHint({0, rowHeight});
    QStringList lines{condition.name()};
    if (const QString answer = headlineOf(*data_, condition.joined); condition.isMean() && !answer.isEmpty())
        lines << tr("%1, mean of %2 repeats").arg(answer).arg(condition.joined.repeats);
    if (!condition.joined.problem.empty()) lines << translated(condition.joined.problem);
    for (const std::string& note : condition.joined.notes)
        lines << translated(note);
    item->setToolTip(lines.join('\n'));
    const bool isAnyMeasured =
        std::ranges::any_of(condition.samples, [this](int one) { return !data_->at(one).sample->growth.points.empty(); });
    if (!condition.joined.problem.empty())  // before the first is measured there is nothing to warn of
        item->setForeground(isAnyMeasured ? theme().warn : theme().ink2);
}

void SampleList::addSample(int sample, bool isRepeat) {
    const ShownSample& shown = data_->at(sample);
    auto* const item = new QListWidgetItem(
        plainIcon(sampleSwatch(shown.style, data_->isPale(shown), false, shown.isLookedAt, theme(), devicePixelRatioF())),
        (isRepeat ? QStringLiteral("  ") : QString()) + shown.name(), this);
    item->setData(sampleRole, sample);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(shown.entry.isShown ? Qt::Checked : Qt::Unchecked);
    item->setSizeHint({0, rowHeight});
    item->setToolTip(explained(*data_, shown));
    item->setData(Qt::AccessibleTextRole, shown.name() + ", " + shown.words);
    if (shown.state == SampleState::failed)
        item->setForeground(theme().error);
    else if (!shown.whyNotDrawn.isEmpty())
        item->setForeground(theme().warn);
    else if (!shown.entry.isShown || shown.sample->growth.points.empty())
        item->setForeground(theme().ink3);
    if (shown.isLookedAt) setCurrentItem(item);
}

void SampleList::keyPressEvent(QKeyEvent* event) {
    const bool isChoice = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isChoice && currentItem() && sampleOf(currentItem()) >= 0) return emit sampleChosen(sampleOf(currentItem()));
    const bool isOwn = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down || event->key() == Qt::Key_Space;
    if (!isOwn) return event->ignore();  // the letters are the window's
    QListWidget::keyPressEvent(event);
}

}  // namespace coarsen::window
