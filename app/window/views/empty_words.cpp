// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/empty_words.hpp"

#include "app/window/theme/restyle.hpp"
#include "app/window/theme/theme.hpp"

#include <QEvent>

namespace coarsen::window {

EmptyWords::EmptyWords(QWidget* covered) : QLabel(covered) {
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setTextFormat(Qt::PlainText);  // the name of a file is no markup
    setMargin(12);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    covered->installEventFilter(this);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &EmptyWords::applyTheme);
    applyTheme();
}

void EmptyWords::say(const QString& words) {
    setText(words);
    setGeometry(parentWidget()->rect());
    setVisible(!words.isEmpty());
    if (!words.isEmpty()) raise();
}

void EmptyWords::applyTheme() {
    restyle(this, QStringLiteral("color: %1; background: %2;").arg(theme().ink2.name(), theme().plot.name()));
}

bool EmptyWords::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QLabel::eventFilter(watched, event);
}

}  // namespace coarsen::window
