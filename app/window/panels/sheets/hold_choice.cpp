// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/hold_choice.hpp"

#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace coarsen::window {

HoldChoice::HoldChoice(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    const int count = document.samples().count();
    if (count < 2) {
        hide();
        return;
    }
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(new QLabel(tr("What is typed here holds for")));
    auto* const one = new QRadioButton(tr("this series alone"));
    one->setObjectName("hold-for-one");
    one->setChecked(true);
    all_ = new QRadioButton(tr("all %1 open series").arg(count));
    all_->setObjectName("hold-for-all");
    all_->setToolTip(tr("In place of what their files state, or was typed for them; it can be undone"));
    layout->addWidget(one);
    layout->addWidget(all_);
}

bool HoldChoice::isForAll() const {
    return all_ && all_->isChecked();
}

void HoldChoice::carryOut(const QString& name, const TypedForAll& typed, const std::function<void()>& change) const {
    if (!isForAll() || typed.isEmpty()) return change();
    Document& document = document_;
    QUndoStack& stack = document.changes().undoStack();
    stack.beginMacro(name);
    change();
    document.samples().holdForAll(typed);
    stack.endMacro();
}

}  // namespace coarsen::window
