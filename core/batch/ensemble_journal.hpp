// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/measured_groups.hpp"
#include "core/session/run_journal.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Identity of an ensemble: that of its groups' runs, with their names and numbers; its files are their images, one group after
/// the other.
RunIdentity ensembleIdentity(const std::vector<GroupRequest>& requests);

/// The journal of a run over groups of images: their rows, each by its place among the images of all groups, and for each group
/// a file of the sums of its maps, which no row holds. A group goes on behind the last image that is in its sums.
///
/// Use, given `const std::filesystem::path& out, const std::vector<GroupRequest>& requests, RunReport& report`:
///
///     EnsembleJournal journal(out, requests, {"ensemble.csv"}, EnsembleJournal::Start::resumed, report);
///     for (std::size_t i = 0; i < requests.size(); ++i)
///         const auto measured = measuredGroup(requests[i], report, {}, journal.keeper(i));
///     journal.remove();  // the tables are written
class EnsembleJournal {
public:
    enum class Start { anew, resumed };

    /// Reads what an interrupted run left where it is resumed; what is damaged is said and measured again. `outputs`: names of
    /// the files that the run writes. Throws InputError where another run left it, StorageError.
    EnsembleJournal(std::filesystem::path folder, const std::vector<GroupRequest>& requests,
                    const std::vector<std::string>& outputs, Start start, RunReport& report);

    /// Rows and sums of the group of that number, and who keeps what is measured of it. The journal outlives it.
    GroupKeeper keeper(std::size_t group);

    void remove();  ///< the run is complete and its tables are written

private:
    using Clock = std::chrono::steady_clock;
    struct Group {
        std::size_t firstImage = 0;  // its place among the images of all
        std::vector<SharedResult> rows;
        PooledMap maps;
        std::vector<int> frames;  // of its own, in the order in which they were measured
        Clock::time_point saved = Clock::now();
        Clock::duration cost{};  // of saving the sums once
    };

    std::filesystem::path sumsFile(std::size_t group) const;
    void begin();
    void read(const std::vector<GroupRequest>& requests, RunReport& report);
    void readSums(std::size_t group, const FrameResults& rows);
    void add(std::size_t group, const SharedResult& row, const PooledMap& maps);
    void save(std::size_t group, const PooledMap& maps);
    FrameResult placed(std::size_t group, const FrameResult& row) const;

    std::filesystem::path folder_;
    std::vector<std::string> outputs_;
    RunIdentity identity_;
    std::vector<Group> groups_;
    FrameResults kept_;  // all rows, by their places
    std::optional<RunJournal> journal_;
};

}  // namespace coarsen
