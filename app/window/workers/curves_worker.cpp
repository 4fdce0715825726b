// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/curves_worker.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

CurvesWorker::CurvesWorker(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          yieldToWindow();
          while (auto next = mailbox_.take(stop)) {
              auto curves = std::make_shared<const SeriesCurves>(curvesOf(std::move(next->request.question)));
              posts_.address().post([this, curves, mark = next->request.mark] {
                  asked_.answer(mark);
                  emit made(curves);
              });
          }
      }) {}

CurvesWorker::~CurvesWorker() {
    mailbox_.clear();
    thread_.request_stop();
    thread_.join();
}

}  // namespace coarsen::window
