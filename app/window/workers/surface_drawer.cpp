// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/surface_drawer.hpp"

#include "app/window/workers/yield_to_window.hpp"

namespace coarsen::window {

SurfaceDrawer::SurfaceDrawer(QObject* parent)
    : QObject(parent), thread_([this](std::stop_token stop) {
          yieldToWindow();
          while (auto next = mailbox_.take(stop)) {
              const SurfaceDrawing& asked = next->request.question;
              // A quick picture is ended although another is asked for, so that it follows while the mouse moves.
              const std::stop_token mayStop = asked.look.finer > 1 ? next->stop : std::stop_token();
              const QImage picture = surfacePicture(*asked.scene, asked.look, asked.turn, asked.size, mayStop);
              posts_.address().post([this, picture, mark = next->request.mark] {
                  asked_.answer(mark);
                  if (!picture.isNull()) emit drawn(picture);
              });
          }
      }) {}

SurfaceDrawer::~SurfaceDrawer() {
    mailbox_.clear();
    thread_.request_stop();
    thread_.join();
}

}  // namespace coarsen::window
