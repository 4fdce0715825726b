// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace coarsen::window {

/// A field for a number, shown with a decimal point in every locale, as all figures and tables are. A comma that is typed or
/// pasted is taken for that point: it separates no thousands here.
///
/// Use:
///
///     NumberBox box;
///     box.setRange(0, 100);
///     box.setValue(1.5);
class NumberBox : public QDoubleSpinBox {
public:
    explicit NumberBox(QWidget* parent = nullptr);

protected:
    QValidator::State validate(QString& text, int& place) const override;
};

/// A field for a whole number, which takes neither point nor comma: in some locales 1.5 would be fifteen.
class WholeNumberBox : public QSpinBox {
public:
    explicit WholeNumberBox(QWidget* parent = nullptr);

protected:
    QValidator::State validate(QString& text, int& place) const override;
};

}  // namespace coarsen::window
