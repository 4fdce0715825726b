// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/hold_choice.hpp"

#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace coarsen::window {

HoldChoice::HoldChoice(Document& document, Samples::Holders first, QWidget* parent) : QWidget(parent), document_(document) {
    using Holders = Samples::Holders;
    const Samples& samples = document.samples();
    if (!samples.isSeveral()) {
        hide();
        return;
    }
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(new QLabel(tr("Values typed here hold for")));
    const auto choice = [layout](const QString& words, const char* name) {
        auto* const button = new QRadioButton(words);
        button->setObjectName(name);
        layout->addWidget(button);
        return button;
    };
    choice(tr("this series alone"), "hold-for-one")->setChecked(true);
    if (const std::string group = samples.group(); !group.empty()) {
        const int count = samples.countOf(Holders::group);
        group_ = choice(tr("the %1 series of %2").arg(count).arg(QString::fromStdString(group)), "hold-for-group");
        group_->setToolTip(tr("Repeats of one condition: in place of what was typed for them; it can be undone"));
        group_->setChecked(first == Holders::group);
    }
    all_ = choice(tr("all %1 open series").arg(samples.count()), "hold-for-all");
    all_->setToolTip(tr("In place of what their files state, or was typed for them; it can be undone"));
    if (first == Holders::all) all_->setChecked(true);
}

Samples::Holders HoldChoice::holders() const {
    if (all_ && all_->isChecked()) return Samples::Holders::all;
    return group_ && group_->isChecked() ? Samples::Holders::group : Samples::Holders::none;
}

void HoldChoice::carryOut(const QString& name, const SharedValues& typed, const std::function<void()>& change) const {
    const Samples::Holders holders = this->holders();
    if (holders == Samples::Holders::none || typed.isEmpty()) return change();
    Document& document = document_;
    QUndoStack& stack = document.changes().undoStack();
    stack.beginMacro(name);
    change();
    document.samples().hold(typed, holders);
    stack.endMacro();
}

}  // namespace coarsen::window
