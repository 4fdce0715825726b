// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch.hpp"
#include "core/job/run_report.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace coarsen::cli {

/// Phase of the work on a series of a batch.
enum class SeriesPhase { opening, survey, measuring };

enum class ProgressForm { line, plain, json, none };

/// "auto" is a line that renews itself on a terminal, else plain lines. Throws SettingError.
ProgressForm progressFormNamed(std::string_view name);

/// The words of a command: progress and notices on standard error, progress at most 20 times a second; the summary on standard
/// output. Here alone --quiet counts: it leaves out progress and the summary, and hides nothing that is said.
class ProgressReport final : public RunReport {
public:
    explicit ProgressReport(ProgressForm form, bool isQuiet = false)
        : form_(isQuiet ? ProgressForm::none : form), isQuiet_(isQuiet) {}

    void show(const RunProgress& progress) override;
    void showSurvey(int done, int total) override;
    void showSeries(const BatchProgress& progress, const std::string& name, SeriesPhase phase);  ///< of a batch
    void showDoing(const std::string& what);    ///< where there is more to say than frames
    void showWaiting(const std::string& what);  ///< "waiting for the next image"
    void say(const std::string& text) override;
    void sayNotes(const ImageSeries& series);      ///< prints the remarks on it that opening made
    void summarise(const std::string& text);       ///< lines for standard output
    void summariseAside(const std::string& text);  ///< said, where standard output is for numbers
    void clearLine();                              ///< makes room for standard output on the same terminal
    void end() override;                           ///< leaves the terminal's line

private:
    bool isDue(bool isLast);
    void showLine(const std::string& text);
    ProgressForm form_;
    std::chrono::steady_clock::time_point last_{};
    bool lineIsOpen_ = false, isQuiet_;
};

}  // namespace coarsen::cli
