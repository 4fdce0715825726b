// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {

/// Where the repository keeps what is pinned and what is measured for it.
std::filesystem::path dataFolder();

/// A temporary folder with the repository's inputs where the repository has them, which is the working folder as long as this
/// lives: paths in a session are the same as in one made in the repository.
class RepositoryCopy {
public:
    RepositoryCopy();
    ~RepositoryCopy();
    RepositoryCopy(const RepositoryCopy&) = delete;
    RepositoryCopy& operator=(const RepositoryCopy&) = delete;

private:
    TemporaryFolder folder_;
    std::filesystem::path before_;
};

/// Names of the folders in tests/data/pins.
std::vector<std::string> pinnedCases();

/// Measures the series that tests/data/pins/NAME/arguments says, and expects every file there to be as pinned.
void expectPinned(const std::string& name);

/// Expects that nothing differs, and says what does; of many differences the first.
void expectNone(const std::vector<std::string>& differences);

}  // namespace coarsen::test
