// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/name_field.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int aroundText = 18, leastWidth = 200, longestName = 120;  // px, px, letters
}

NameField::NameField(QWidget* parent) : QWidget(parent), shown_(new QToolButton), typed_(new QLineEdit) {
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    shown_->setObjectName("series-name");
    shown_->setStyleSheet("font-weight: 700;");
    shown_->setCursor(Qt::IBeamCursor);
    typed_->setObjectName("series-name-field");
    typed_->setAccessibleName(tr("Name of the series"));
    typed_->setProperty("isAlone", true);
    typed_->setMaxLength(longestName);
    typed_->hide();
    row->addWidget(shown_);
    row->addWidget(typed_);
    connect(shown_, &QToolButton::clicked, this, &NameField::edit);
    connect(typed_, &QLineEdit::editingFinished, this, &NameField::take);
}

void NameField::show(const QString& name, const QString& usual) {
    name_ = name;
    typed_->setPlaceholderText(usual);
    shown_->setAccessibleName(tr("Name of the series: %1").arg(name));
    showName();
}

void NameField::setRoom(int px) {
    roomPx_ = px;
    showName();
}

void NameField::showName() {
    QFont bold = shown_->font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    shown_->setText(metrics.elidedText(name_, Qt::ElideMiddle, roomPx_).replace('&', "&&"));
    shown_->setToolTip(name_ + "\n" + tr("Click to rename the series (F2)"));
}

void NameField::edit() {
    if (typed_->isVisible()) return;
    before_ = window()->focusWidget();
    typed_->setText(name_);
    typed_->setFixedWidth(
        std::clamp(typed_->fontMetrics().horizontalAdvance(name_) + 2 * aroundText, leastWidth, roomPx_ + leastWidth));
    shown_->hide();
    typed_->show();
    typed_->setFocus();
    typed_->selectAll();
}

void NameField::take() {
    if (typed_->isHidden()) return;  // it has been left
    const QString name = typed_->text();
    leave();
    if (name != name_) emit renamed(name);
}

void NameField::leave() {
    const bool hadFocus = typed_->hasFocus();
    typed_->hide();
    shown_->show();
    if (hadFocus && before_ && before_->isVisible()) before_->setFocus();
}

void NameField::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;  // which has done its work
    if (typed_->isVisible() && event->key() == Qt::Key_Escape) return leave();
    if (!typed_->isVisible() && !isReturn) QWidget::keyPressEvent(event);
}

}  // namespace coarsen::window
