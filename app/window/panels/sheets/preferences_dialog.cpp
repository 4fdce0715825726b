// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/preferences_dialog.hpp"

#include "app/window/panels/parts/number_box.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace coarsen::window {

namespace {
constexpr int sizes[] = {100, 115, 130, 150, 200};
}

PreferencesDialog::PreferencesDialog(QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 14);
    layout->setSpacing(14);
    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(18);
    form->setVerticalSpacing(10);
    form->setLabelAlignment(Qt::AlignLeft);
    const auto row = [&](const QString& words, QWidget* editor, const QString& help) {
        editor->setAccessibleName(words);
        editor->setToolTip(help);
        editor->setMinimumWidth(150);
        auto* const label = new QLabel(words);
        label->setToolTip(help);
        form->addRow(label, editor);
    };
    look_ = new QComboBox;
    look_->addItems({tr("As the desktop"), tr("Light"), tr("Dark")});
    row(tr("Theme"), look_, tr("Exported figures are light in any case"));
    size_ = new QComboBox;
    for (const int percent : sizes)
        size_->addItem(tr("%1 %").arg(percent), percent);
    row(tr("Text and controls"), size_, tr("Holds from the next start on"));
    memory_ = new WholeNumberBox;
    memory_->setRange(256, 1 << 20);
    memory_->setSingleStep(256);
    memory_->setSuffix(tr(" MB"));
    row(tr("Memory for frames"), memory_,
        tr("With less, fewer frames are measured at the same time, and very large ones are refused"));
    threads_ = new WholeNumberBox;
    threads_->setRange(0, 1024);
    threads_->setSpecialValueText(tr("all"));
    row(tr("Threads"), threads_, tr("How many cores an analysis may use; numbers do not depend on it"));
    layout->addLayout(form);
    auto* const note = new QLabel(tr("None of these changes a result. A larger size holds from the next start on."));
    note->setProperty("hint", true);
    note->setWordWrap(true);
    layout->addWidget(note);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* const reset = buttons->addButton(tr("Reset all"), QDialogButtonBox::ResetRole);
    layout->addWidget(buttons);

    showValues(preferences());
    for (QComboBox* box : {look_, size_})
        connect(box, &QComboBox::activated, this, &PreferencesDialog::take);
    for (QSpinBox* box : {memory_, threads_})
        connect(box, &QSpinBox::valueChanged, this, &PreferencesDialog::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(reset, &QPushButton::clicked, this, [this] {
        setPreferences({});  // what is chosen elsewhere is forgotten, too
        showValues({});
        take();
    });
}

void PreferencesDialog::showValues(const Preferences& now) {
    const QSignalBlocker memory(memory_), threads(threads_);
    look_->setCurrentIndex(static_cast<int>(now.look));
    size_->setCurrentIndex(std::max(0, size_->findData(now.sizePercent)));
    memory_->setValue(now.memoryMb);
    threads_->setValue(now.threads);
}

void PreferencesDialog::take() {
    Preferences now = preferences();
    now.look = static_cast<Preferences::Look>(look_->currentIndex());
    now.sizePercent = size_->currentData().toInt();
    now.memoryMb = memory_->value();
    now.threads = threads_->value();
    setPreferences(now);
    emit changed(now);
}

}  // namespace coarsen::window
