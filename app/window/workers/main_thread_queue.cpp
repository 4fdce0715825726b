// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/main_thread_queue.hpp"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace coarsen::window {

void MainThreadQueue::Address::post(std::function<void()> call) const {
    const std::lock_guard lock(mail_->mutex);
    if (!mail_->queue) return;
    mail_->calls.push_back(std::move(call));
    QCoreApplication::postEvent(mail_->queue, new QEvent(QEvent::User));
}

MainThreadQueue::Address MainThreadQueue::newAddress() {
    close();
    mail_ = std::make_shared<Mail>();
    mail_->queue = this;
    return address();
}

void MainThreadQueue::close() {
    std::deque<std::function<void()>> dropped;  // without the lock, for what calls hold may end with them
    const std::lock_guard lock(mail_->mutex);
    mail_->queue = nullptr;
    dropped.swap(mail_->calls);
}

bool MainThreadQueue::event(QEvent* event) {
    if (event->type() != QEvent::User) return QObject::event(event);
    std::function<void()> call;
    {
        const std::lock_guard lock(mail_->mutex);
        if (mail_->calls.empty()) return true;  // dropped, or made with an event before its own
        call = std::move(mail_->calls.front());
        mail_->calls.pop_front();
    }
    call();
    return true;
}

}  // namespace coarsen::window
