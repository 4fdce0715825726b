// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace coarsen::cli {

/// A stop when nobody reads standard output any more (`… | head`), which a program that waits does not see from its writing, or
/// when `interrupt` stops.
class ReaderGone {
public:
    explicit ReaderGone(std::stop_token interrupt);

    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::jthread waiter_;
};

}  // namespace coarsen::cli
