// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.hpp"

#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace coarsen::test {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts)
        all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace

std::string contentOf(const std::filesystem::path& file) {
    const auto bytes = readWhole(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Outcome coarsenCli(const std::vector<std::string>& arguments, const std::vector<std::pair<std::string, std::string>>& environment,
                   const std::function<void(pid_t)>& whileRunning, const std::filesystem::path& program,
                   const std::filesystem::path& input) {
    const TemporaryFolder folder;
    const std::string out = folder / "out", err = folder / "err";
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);

    std::map<std::string, std::string> variables;
    for (char** entry = environ; *entry; ++entry) {
        const char* equals = std::strchr(*entry, '=');
        if (equals) variables[std::string(*entry, static_cast<std::size_t>(equals - *entry))] = equals + 1;
    }
    variables["COARSEN_SETTINGS_DIR"] = folder.path();  // what this machine's user has tuned is part of a run's identity
    for (const auto& [name, value] : environment)
        variables[name] = value;
    std::vector<std::string> settings, words{program.string()};
    for (const auto& [name, value] : variables)
        settings.push_back(name + "=" + value);
    words.insert(words.end(), arguments.begin(), arguments.end());

    pid_t process = 0;
    Outcome outcome;
    const int failed =
        posix_spawn(&process, words.front().c_str(), &files, nullptr, pointers(words).data(), pointers(settings).data());
    posix_spawn_file_actions_destroy(&files);
    if (failed) return outcome;
    if (whileRunning) whileRunning(process);
    int status = 0;
    ::waitpid(process, &status, 0);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = contentOf(out);
    outcome.err = contentOf(err);
    return outcome;
}

}  // namespace coarsen::test
