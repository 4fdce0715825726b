// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/number_box.hpp"

#include <QLocale>

namespace coarsen::window {

namespace {

QLocale withoutThousands() {
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::RejectGroupSeparator);
    return locale;
}

}  // namespace

NumberBox::NumberBox(QWidget* parent) : QDoubleSpinBox(parent) {
    setLocale(withoutThousands());
}

QValidator::State NumberBox::validate(QString& text, int& place) const {
    text.replace(',', '.');
    return QDoubleSpinBox::validate(text, place);
}

WholeNumberBox::WholeNumberBox(QWidget* parent) : QSpinBox(parent) {
    setLocale(withoutThousands());
}

QValidator::State WholeNumberBox::validate(QString& text, int& place) const {
    if (text.contains(',') || text.contains('.')) return QValidator::Invalid;
    return QSpinBox::validate(text, place);
}

}  // namespace coarsen::window
