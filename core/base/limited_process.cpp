// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limited_process.hpp"

#include "core/base/descriptor.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coarsen {

namespace {

using namespace std::chrono_literals;

/// Plan of descriptors and signals between our program and the other.
class SpawnPlan {
public:
    SpawnPlan(int input, int answer, int limits) {
        posix_spawn_file_actions_init(&files_);
        posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files_, answer, LimitedProcess::answerDescriptor);
        posix_spawn_file_actions_adddup2(&files_, limits, LimitedProcess::limitsDescriptor);
        posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&files_, STDOUT_FILENO, STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&files_, LimitedProcess::limitsDescriptor + 1);

        sigset_t none, usual;
        sigemptyset(&none);
        sigemptyset(&usual);
        for (const int signal : {SIGPIPE, SIGXCPU, SIGXFSZ})
            sigaddset(&usual, signal);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &usual);
        posix_spawnattr_setpgroup(&attributes_, 0);  // Ctrl+C is for us, who finish what is begun
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&files_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    pid_t start(const std::filesystem::path& program, std::vector<std::string>& arguments) const {
        std::string name = program.string();
        std::vector<char*> words{name.data()};
        for (std::string& argument : arguments)
            words.push_back(argument.data());
        words.push_back(nullptr);
        pid_t process = 0;
        const int error = ::posix_spawn(&process, program.c_str(), &files_, &attributes_, words.data(), environ);
        if (error != 0) throw std::system_error(error, std::generic_category());
        return process;
    }

private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

/// Its ends have numbers beyond those that the other program knows by their meaning.
class Pipe {
    std::array<int, 2> lowest_ = made();
    Descriptor lowestFrom_{lowest_[0]}, lowestTo_{lowest_[1]};

    static std::array<int, 2> made() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
        return ends;
    }
    static int raised(int end) {
        const int high = ::fcntl(end, F_DUPFD_CLOEXEC, LimitedProcess::limitsDescriptor + 1);
        if (high < 0) throw std::system_error(errno, std::generic_category());
        return high;
    }

public:
    Descriptor from{raised(lowest_[0])}, to{raised(lowest_[1])};

    Pipe() {
        lowestFrom_.close();
        lowestTo_.close();
    }
};

/// At most so much, and no more than it has now.
void limit(pid_t process, decltype(RLIMIT_AS) resource, rlim_t most) {
    rlimit now{};
    if (::prlimit(process, resource, nullptr, &now) != 0) return;
    const rlimit less{std::min(now.rlim_cur, most), now.rlim_max};
    ::prlimit(process, resource, &less, nullptr);
}

}  // namespace

LimitedProcess::LimitedProcess(const std::filesystem::path& program, std::vector<std::string> arguments, int input,
                               const ProcessLimits& limits)
    : latest_(std::chrono::steady_clock::now() + limits.waiting) {
    Pipe answer, begin;
    ::fcntl(answer.from.get(), F_SETPIPE_SZ, 1 << 20);  // fewer turns for a large answer, where that much is allowed
    process_ = SpawnPlan(input, answer.to.get(), begin.from.get()).start(program, arguments);
    answer_ = answer.from.release();
    limit(process_, RLIMIT_CORE, 0);
    limit(process_, RLIMIT_FSIZE, 0);
    limit(process_, RLIMIT_AS, limits.memoryBytes);
    limit(process_, RLIMIT_CPU, static_cast<rlim_t>(limits.computing.count()));
}

LimitedProcess::~LimitedProcess() {
    end();
    ::close(answer_);
}

/// Looks at the stop, which no descriptor tells of, every now and then.
bool LimitedProcess::waitForAnswer(const std::stop_token& stop) const {
    const std::chrono::milliseconds atOnce = stop.stop_possible() ? 100ms : std::chrono::milliseconds(1h);
    while (!stop.stop_requested()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(latest_ - std::chrono::steady_clock::now());
        if (left <= 0ms) return false;
        pollfd answer{answer_, POLLIN, 0};
        const int ready = ::poll(&answer, 1, static_cast<int>(std::min(left, atOnce).count()));
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    return false;
}

bool LimitedProcess::read(std::span<std::byte> to, const std::stop_token& stop) {
    while (!to.empty()) {
        if (!waitForAnswer(stop)) {
            wasTooLong_ = !stop.stop_requested();
            return false;
        }
        const ssize_t got = ::read(answer_, to.data(), to.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to = to.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

ProcessEnd LimitedProcess::end() {
    ProcessEnd end;
    if (process_ <= 0) return end;
    ::kill(process_, SIGKILL);  // does not change how one has ended that is ending already
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
    end.wasTooLong = wasTooLong_ || end.signal == SIGXCPU;
    return end;
}

}  // namespace coarsen
