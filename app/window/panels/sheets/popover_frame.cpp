// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/popover_frame.hpp"

#include "app/window/panels/sheets/sheet.hpp"
#include "app/window/theme/theme.hpp"

#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {

/// Return presses the button with the focus, else the primary one.
class Popover final : public QFrame {
public:
    using QFrame::QFrame;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QFrame::keyPressEvent(event);
        if (!isVisible() || pressFocusedButton()) return;  // a field may have closed it with the same key
        for (QPushButton* button : findChildren<QPushButton*>())
            if (button->property("primary").toBool()) return button->click();
    }
};

}  // namespace

QVBoxLayout* popover(QWidget* under, const QString& title) {
    auto* const frame = new Popover(under, Qt::Popup);
    frame->setAttribute(Qt::WA_DeleteOnClose);
    frame->setObjectName("popover");
    frame->setStyleSheet(
        QStringLiteral("#popover { background: %1; border: 1px solid %2; }").arg(theme().raised.name(), theme().line.name()));
    auto* const layout = new QVBoxLayout(frame);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    auto* const head = new QLabel(title);
    head->setStyleSheet("font-weight: 700; font-size: 13px;");
    layout->addWidget(head);
    return layout;
}

void showUnder(QVBoxLayout* layout, QWidget* under, bool above) {
    QWidget* const frame = layout->parentWidget();
    frame->adjustSize();
    const QPoint corner = above ? under->mapToGlobal(QPoint(under->width() - frame->width(), -frame->height() - 6))
                                : under->mapToGlobal(QPoint(under->width() - frame->width(), under->height() + 6));
    frame->move(corner);
    frame->show();
    QWidget* first = frame;
    const auto takesKeys = [frame](const QWidget* widget) {
        const auto* const radio = qobject_cast<const QRadioButton*>(widget);
        return widget->focusPolicy() & Qt::TabFocus && widget->isEnabled() && widget->isVisibleTo(frame) &&
               (!radio || radio->isChecked());
    };
    while ((first = first->nextInFocusChain()) != frame)
        if (frame->isAncestorOf(first) && takesKeys(first)) return first->setFocus();
}

QLabel* hint(const QString& text) {
    return hint(text, theme().ink3);
}

QLabel* hint(const QString& text, const QColor& colour) {
    constexpr int leastWidth = 300;  // px; as wide as the sheet, which other parts may make wider
    auto* const label = new QLabel(text);
    label->setWordWrap(true);
    label->setMinimumWidth(leastWidth);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    label->setStyleSheet(QStringLiteral("color: %1; font-size: 11px;").arg(colour.name()));
    return label;
}

}  // namespace coarsen::window
