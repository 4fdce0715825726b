// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reader_gone.hpp"

#include <poll.h>
#include <unistd.h>
#include <utility>

namespace coarsen::cli {

ReaderGone::ReaderGone(std::stop_token interrupt)
    : waiter_([source = source_, interrupt = std::move(interrupt)](const std::stop_token& ended) mutable {
          const std::stop_callback passOn(interrupt, [&] { source.request_stop(); });
          constexpr int askedEveryMs = 100;
          pollfd output{STDOUT_FILENO, 0, 0};  // errors and the other end's going are always told
          while (!ended.stop_requested() && !source.stop_requested())
              if (::poll(&output, 1, askedEveryMs) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0) source.request_stop();
      }) {}

}  // namespace coarsen::cli
