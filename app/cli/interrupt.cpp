// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.hpp"

#include "app/cli/commands.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace coarsen::cli {

namespace {

constexpr std::array stopping{SIGINT, SIGTERM, SIGHUP};
constexpr char signalled = 's', ended = 'e';

// A handler reaches nothing but what is global and free of locks.
std::array<int, 2> pipeEnds{-1, -1};
std::atomic<bool> wasSignalled = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void noteSignal(int) {
    if (wasSignalled.exchange(true)) ::_exit(interrupted);
    const int error = errno;
    [[maybe_unused]] const ssize_t put = ::write(pipeEnds[1], &signalled, 1);
    errno = error;
}

bool isIgnored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
    if (::pipe2(pipeEnds.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe can be made for signals");
    wasSignalled = false;
    waiter_ = std::jthread([this] {
        char letter = 0;
        while (::read(pipeEnds[0], &letter, 1) < 0 && errno == EINTR) {
        }
        if (letter == signalled) source_.request_stop();
    });
    for (const int signal : stopping)
        if (signal == SIGTERM || !isIgnored(signal)) handle(signal, noteSignal);
    handle(SIGXFSZ, SIG_IGN);  // a file that grows beyond the limit is then said so
    handle(SIGPIPE, SIG_IGN);  // for good: what we say last is written when the program ends
}

Interrupt::~Interrupt() {
    for (const int signal : stopping)
        if (!isIgnored(signal)) handle(signal, SIG_DFL);
    [[maybe_unused]] const ssize_t put = ::write(pipeEnds[1], &ended, 1);
    waiter_.join();
    for (const int end : pipeEnds)
        ::close(end);
}

}  // namespace coarsen::cli
