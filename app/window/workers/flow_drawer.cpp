// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/flow_drawer.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

FlowDrawer::FlowDrawer(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          yieldToWindow();
          while (auto next = mailbox_.take(stop)) {
              const FlowDrawing& asked = next->request.question;
              auto slices = flowSlicesThrough(asked.flow, asked.seen, asked.at, asked.isDark);
              posts_.address().post([this, slices, mark = next->request.mark] {
                  asked_.answer(mark);
                  emit drawn(slices);
              });
          }
      }) {}

FlowDrawer::~FlowDrawer() {
    mailbox_.clear();
    thread_.request_stop();
    thread_.join();
}

}  // namespace coarsen::window
