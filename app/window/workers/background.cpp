// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/background.hpp"

#include "app/window/theme/words.hpp"

#include <exception>

namespace coarsen::window {

Background::Background(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          for (;;) {
              std::unique_lock lock(mutex_);
              changed_.wait(lock, stop, [this] { return !jobs_.empty(); });
              if (jobs_.empty()) return;
              auto [job, failed] = std::move(jobs_.front());
              jobs_.pop_front();
              lock.unlock();
              Result result;
              try {
                  result = job();
              } catch (const std::exception& error) {
                  result = [failed = failed, text = translated(error.what())] { failed(text); };
              }
              posts_.post([this, result] {
                  --pending_;
                  if (result) result();
              });
          }
      }) {}

Background::~Background() {
    thread_.request_stop();
    thread_.join();
}

void Background::run(Job job, std::function<void(const QString&)> failed) {
    ++pending_;
    const std::lock_guard lock(mutex_);
    jobs_.emplace_back(std::move(job), std::move(failed));
    changed_.notify_one();
}

}  // namespace coarsen::window
