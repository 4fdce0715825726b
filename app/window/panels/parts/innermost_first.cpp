// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/parts/innermost_first.hpp"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSpinBox>

namespace coarsen::window {

namespace {

/// The window of a list that is dropped down; null where there is none.
QWidget* droppedList() {
    QWidget* const popup = QApplication::activePopupWidget();
    return popup && qobject_cast<QComboBox*>(popup->parentWidget()) ? popup : nullptr;
}

}  // namespace

InnermostFirst::InnermostFirst(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

/// True where the field had something to take back.
bool InnermostFirst::takesBackWhatIsTyped(QWidget* field) {
    if (qobject_cast<QDialog*>(field->window())) return false;
    if (auto* const number = qobject_cast<QAbstractSpinBox*>(field)) {
        auto* const text = number->findChild<QLineEdit*>();
        if (number->keyboardTracking() || !text || !text->isModified()) return false;  // it holds already
        if (auto* const whole = qobject_cast<QSpinBox*>(field)) whole->setValue(whole->value());
        if (auto* const real = qobject_cast<QDoubleSpinBox*>(field)) real->setValue(real->value());
        number->selectAll();
        return true;
    }
    auto* const text = qobject_cast<QLineEdit*>(field);
    if (!text || text->property("isAlone").toBool()) return false;  // nothing is around it: it is given up as a whole
    if (text != field_ || !text->isModified() || text->text() == before_) return false;
    text->setText(before_);
    text->selectAll();
    return true;
}

bool InnermostFirst::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::FocusIn:
            if (auto* const field = qobject_cast<QLineEdit*>(watched)) {
                if (static_cast<QFocusEvent*>(event)->reason() == Qt::PopupFocusReason && field == field_) break;
                field_ = field;
                before_ = field->text();
            }
            break;
        case QEvent::ShortcutOverride:  // a list closes at this, before the key is pressed
            if (QWidget* const list = droppedList()) {
                list_ = list;
                spentKey_ = static_cast<QKeyEvent*>(event)->key();
            }
            break;
        case QEvent::KeyPress: {
            const int key = static_cast<QKeyEvent*>(event)->key();
            if (key == spentKey_ && list_ && !list_->isVisible()) return true;
            auto* const widget = qobject_cast<QWidget*>(watched);
            if (key == Qt::Key_Escape && widget && widget->hasFocus() && takesBackWhatIsTyped(widget)) return true;
            break;
        }
        case QEvent::KeyRelease:
            spentKey_ = 0;
            break;
        default:
            break;
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace coarsen::window
