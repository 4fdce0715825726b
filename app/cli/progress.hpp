// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace coarsen::cli {

enum class ProgressForm { line, plain, json, none };

/// "auto" is a line that renews itself on a terminal, else plain lines. Throws SettingError.
ProgressForm progressFormNamed(std::string_view name);

/// Progress and notices on standard error, at most 20 times a second; standard output stays clean.
class ProgressReport {
public:
    explicit ProgressReport(ProgressForm form) : form_(form) {}

    void show(const RunProgress& progress);
    void showSurvey(int done, int total);       ///< frames looked at for the survey
    void showDoing(const std::string& what);    ///< where there is more to say than frames
    void showWaiting(const std::string& what);  ///< "waiting for the next image"
    void say(const std::string& text);          ///< a whole line: a frame that failed, an engine that fell back
    void clearLine();                           ///< makes room for standard output on the same terminal
    void end();                                 ///< leaves the terminal's line

private:
    bool isDue(bool isLast);
    void showLine(const std::string& text);
    ProgressForm form_;
    std::chrono::steady_clock::time_point last_{};
    bool lineIsOpen_ = false;
};

}  // namespace coarsen::cli
