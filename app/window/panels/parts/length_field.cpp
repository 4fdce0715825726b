// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/length_field.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/typed_length.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr int away = 16, fieldEdge = 8;
}

LengthField::LengthField(QWidget* over) : QFrame(over) {
    setObjectName("length-field");
    setAccessibleName(tr("Length of the line"));
    setCursor(Qt::ArrowCursor);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(4);
    auto* const row = new QHBoxLayout;
    row->setSpacing(6);
    px_ = new QLabel;
    px_->setObjectName("line-px");
    px_->setToolTip(tr("Length of the line in pixels"));
    length_ = new QLineEdit;
    length_->setProperty("isAlone", true);  // Esc gives up the line with it
    length_->setObjectName("known-length");
    length_->setPlaceholderText(tr("length"));
    length_->setFixedWidth(72);
    length_->setAccessibleName(tr("Known length of the line"));
    length_->setToolTip(tr("Length of the line on the sample, such as 20 or 500 nm (Enter uses it, Esc cancels)"));
    unit_ = new QComboBox;
    unit_->setObjectName("known-length-unit");
    unit_->addItem(QStringLiteral("nm"), 1e-3);
    unit_->addItem(QStringLiteral("µm"), 1.0);
    unit_->addItem(QStringLiteral("mm"), 1e3);
    unit_->setCurrentIndex(1);
    unit_->setAccessibleName(tr("Unit of the known length"));
    unit_->setToolTip(unit_->accessibleName());
    auto* const use = new QPushButton(tr("Use"));
    use->setProperty("primary", true);
    use->setToolTip(tr("Set the pixel size from this line (Enter); it can be undone"));
    row->addWidget(px_);
    row->addWidget(length_);
    row->addWidget(unit_);
    row->addWidget(use);
    column->addLayout(row);
    problem_ = new QLabel(tr("Type a number above 0."));
    column->addWidget(problem_);
    hide();
    connect(length_, &QLineEdit::textEdited, problem_, &QWidget::hide);
    connect(use, &QPushButton::clicked, this, &LengthField::accept);
}

void LengthField::setLinePx(double px) {
    px_->setText(tr("%1 px  =").arg(number(px, 1)));
    adjustSize();
}

void LengthField::ask(const QPoint& near) {
    setStyleSheet(QStringLiteral("#length-field { background: %1; border: 1px solid %2; border-radius: 6px; }")
                      .arg(theme().raised.name(), theme().edge.name()));
    problem_->setStyleSheet(QStringLiteral("color: %1;").arg(theme().error.name()));
    if (!isVisible()) {
        problem_->hide();
        length_->clear();
    }
    adjustSize();
    const QSize room = parentWidget()->size();
    const int below = near.y() + away, x = near.x() + away + width() > room.width() ? near.x() - away - width() : near.x() + away;
    move(std::clamp(x, fieldEdge, std::max(fieldEdge, room.width() - width() - fieldEdge)),
         std::clamp(below, fieldEdge, std::max(fieldEdge, room.height() - height() - fieldEdge)));
    show();
    raise();
    length_->setFocus();
    length_->selectAll();
}

void LengthField::accept() {
    const auto um = typedLengthUm(length_->text().toStdString(), unit_->currentData().toDouble());
    if (um && *um > 0) return emit lengthChosen(*um);
    problem_->show();
    adjustSize();
    length_->setFocus();
    length_->selectAll();
}

void LengthField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) emit givenUp();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) accept();
    // No key goes on to the window: its single letters are not meant here.
}

}  // namespace coarsen::window
