// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/slice_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

SliceWorker::SliceWorker(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          yieldToWindow();
          while (auto next = mailbox_.take(stop)) {
              const SliceRequest& asked = next->request.question;
              auto slices = slicesThrough(asked.brick, asked.at, asked.levels);
              posts_.address().post([this, slices, mark = next->request.mark] {
                  asked_.answer(mark);
                  emit cut(slices);
              });
          }
      }) {}

SliceWorker::~SliceWorker() {
    mailbox_.clear();
    thread_.request_stop();
    thread_.join();
}

}  // namespace coarsen::window
