// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/interruptible.hpp"
#include "core/analysis/run_series.hpp"
#include "core/job/run_report.hpp"
#include "core/session/session.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen::python {

/// The engines of the processor, of which the one of that name is meant.
EngineRequest requestOf(const std::string& engine, int threads = 0);

/// Keeps what runs say, and hands their progress on: of several one after the other, of `total` frames altogether.
class Report final : public RunReport {
public:
    Report(const Progress& progress, const Tell& tell, std::vector<std::string>& said, int total = 0)
        : progress_(progress), tell_(tell), said_(said), total_(total) {}

    /// Begins a series of that name: what is said from now on is of it, and its frames come after those `before` it.
    void begin(const std::string& name, int before);

    void show(const RunProgress& progress) override;
    void showSurvey(int, int) override {}
    void say(const std::string& text) override;
    void end() override {}

private:
    const Progress& progress_;
    const Tell& tell_;
    std::vector<std::string>& said_;
    int total_, before_ = 0;
    std::string name_;
};

/// A series with what it is measured with. `recipe`: nothing for the default, which is fitted to what the frames are. A time of
/// the quench that the series has stands in it.
Session asked(Session session, const std::optional<Recipe>& recipe, const std::string& engine);
RunRequest runOf(const Session& session, int threads);

/// The series measured, with its fits; unfinished after a stop.
Session analysed(Session session, int threads, Report& report, std::stop_token stop);

}  // namespace coarsen::python
