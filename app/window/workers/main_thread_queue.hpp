// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace coarsen::window {

/// Takes calls from any thread and makes them, in their order, in the thread where it was made, as that thread's events are
/// handled. The lock is ours rather than that of Qt's queue so that ThreadSanitizer sees it.
///
/// Use, given `const std::function<void()>& show`:
///
///     MainThreadQueue queue;
///     const MainThreadQueue::Address address = queue.address();
///     std::jthread worker([=] { address.post(show); });  // show: called in this thread, by its event loop
class MainThreadQueue : public QObject {
    struct Mail {
        std::mutex mutex;
        MainThreadQueue* queue = nullptr;         // guarded; null: nobody takes it any more
        std::deque<std::function<void()>> calls;  // guarded
    };

public:
    /// Where calls are sent to. It may outlive the queue: a call is dropped then, and so is one that was not made by its end.
    class Address {
    public:
        void post(std::function<void()> call) const;

    private:
        friend class MainThreadQueue;
        explicit Address(std::shared_ptr<Mail> mail) : mail_(std::move(mail)) {}
        std::shared_ptr<Mail> mail_;
    };

    MainThreadQueue() { mail_->queue = this; }
    ~MainThreadQueue() override { close(); }

    Address address() const { return Address(mail_); }
    /// For another round of work: whatever was sent to the earlier address and not yet called is dropped, and what comes there.
    Address newAddress();

protected:
    bool event(QEvent* event) override;

private:
    void close();

    std::shared_ptr<Mail> mail_ = std::make_shared<Mail>();
};

}  // namespace coarsen::window
