// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/postbox.hpp"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace coarsen::window {

void Postbox::post(std::function<void()> call) {
    {
        const std::lock_guard lock(mutex_);
        calls_.push_back(std::move(call));
    }
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

bool Postbox::event(QEvent* event) {
    if (event->type() != QEvent::User) return QObject::event(event);
    std::function<void()> call;
    {
        const std::lock_guard lock(mutex_);
        call = std::move(calls_.front());
        calls_.pop_front();
    }
    call();
    return true;
}

}  // namespace coarsen::window
