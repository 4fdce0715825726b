// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/advanced_fold.hpp"

#include <QToolButton>
#include <QVBoxLayout>

namespace coarsen::window {

AdvancedFold::AdvancedFold(QWidget* content, std::size_t changed, QWidget* parent)
    : QWidget(parent), button_(new QToolButton), content_(content) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    button_->setCheckable(true);
    button_->setAutoRaise(true);
    button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button_->setText(changed == 0 ? tr("Advanced") : tr("Advanced, %1 changed").arg(changed));
    button_->setToolTip(tr("Settings whose defaults suit most images"));
    layout->addWidget(button_, 0, Qt::AlignLeft);
    layout->addWidget(content_);
    connect(button_, &QToolButton::clicked, this, [this](bool isOpen) {
        setOpen(isOpen);
        emit toggled(isOpen);
    });
    setOpen(false);
}

void AdvancedFold::setOpen(bool isOpen) {
    button_->setChecked(isOpen);
    button_->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    content_->setVisible(isOpen);
}

}  // namespace coarsen::window
