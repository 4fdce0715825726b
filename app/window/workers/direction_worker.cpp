// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/direction_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

DirectionWorker::DirectionWorker(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          yieldToWindow();
          while (auto next = mailbox_.take(stop)) {
              const DirectionRequest& asked = next->request.question;
              auto curve = std::make_shared<const DirectionCurve>(DirectionCurve{
                  asked.map, asked.direction, directionProfile(*asked.map, asked.settings, asked.direction, asked.aspect)});
              posts_.address().post([this, curve, mark = next->request.mark] {
                  asked_.answer(mark);
                  emit made(curve);
              });
          }
      }) {}

DirectionWorker::~DirectionWorker() {
    mailbox_.clear();
    thread_.request_stop();
    thread_.join();
}

}  // namespace coarsen::window
