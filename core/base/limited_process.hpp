// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <vector>

namespace coarsen {

/// Limits of a process's memory and time; whoever wants more is ended.
struct ProcessLimits {
    std::size_t memoryBytes = 0;          ///< of address space
    std::chrono::seconds computing{};     ///< of processor time
    std::chrono::milliseconds waiting{};  ///< from its start to its last word, on a machine however busy
};

/// How a process came to its end.
struct ProcessEnd {
    int signal = 0;           ///< 0: it ended by itself
    int status = 0;           ///< then its exit status
    bool wasTooLong = false;  ///< one of its times was over
};

/// A program of ours for what may break down, beside this one and without harm to it. It finds its input on standard input,
/// answers on `answerDescriptor`, and begins when `limitsDescriptor` is at its end, for then the limits hold. It has no other
/// file and no terminal, and writes none. For one thread.
///
/// Use, given `const std::filesystem::path& program, int input`:
///
///     const ProcessLimits limits{std::size_t{1} << 30, std::chrono::seconds(60), std::chrono::minutes(5)};
///     LimitedProcess process(program, {}, input, limits);
///     std::vector<std::byte> answer(1024);
///     const bool isAnswered = process.read(answer) && process.end().status == 0;
class LimitedProcess {
public:
    static constexpr int answerDescriptor = 3, limitsDescriptor = 4;

    /// Starts it. Throws std::system_error where that fails.
    LimitedProcess(const std::filesystem::path& program, std::vector<std::string> arguments, int input,
                   const ProcessLimits& limits);
    ~LimitedProcess();  ///< ends it
    LimitedProcess(const LimitedProcess&) = delete;
    LimitedProcess& operator=(const LimitedProcess&) = delete;

    /// The next bytes of its answer; false where it says no more, or has no time left, and after a stop.
    bool read(std::span<std::byte> to, const std::stop_token& stop = {});
    /// Ends it where it has not ended yet.
    ProcessEnd end();

private:
    bool waitForAnswer(const std::stop_token& stop) const;

    std::chrono::steady_clock::time_point latest_;
    pid_t process_ = 0;
    int answer_ = -1;
    bool wasTooLong_ = false;
};

}  // namespace coarsen
