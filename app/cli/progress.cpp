// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utf8.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <iostream>
#include <unistd.h>

namespace coarsen::cli {

namespace {

using namespace std::chrono_literals;

std::string durationText(double seconds) {
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string sentence(const RunProgress& progress) {
    std::string text =
        std::to_string(progress.done) + " of " + std::to_string(progress.total) + (progress.total == 1 ? " frame" : " frames");
    if (std::isfinite(progress.secondsLeft) && progress.done < progress.total)
        text += ", " + durationText(progress.secondsLeft) + " left";
    return text;
}

}  // namespace

ProgressForm progressFormNamed(std::string_view name) {
    if (name == "auto") return ::isatty(STDERR_FILENO) ? ProgressForm::line : ProgressForm::plain;
    if (name == "plain") return ProgressForm::plain;
    if (name == "json") return ProgressForm::json;
    if (name == "none") return ProgressForm::none;
    throw SettingError("--progress", "'" + std::string(name) + "' is unknown", "choose auto, plain, json or none");
}

bool ProgressReport::isDue(bool isLast) {
    if (form_ == ProgressForm::none) return false;
    const auto now = std::chrono::steady_clock::now();
    const auto pause = form_ == ProgressForm::plain ? std::chrono::milliseconds(2s) : 50ms;
    if (form_ != ProgressForm::json && !isLast && now - last_ < pause) return false;
    last_ = now;
    return true;
}

void ProgressReport::showLine(const std::string& text) {
    if (form_ == ProgressForm::line) {
        std::cerr << "\r\033[K" << text << std::flush;
        lineIsOpen_ = true;
    } else {
        std::cerr << text << '\n';
    }
}

void ProgressReport::show(const RunProgress& progress) {
    if (!isDue(progress.done == progress.total)) return;
    if (form_ != ProgressForm::json) return showLine(sentence(progress));
    const std::string left = shortest(progress.secondsLeft);
    std::cerr << "{\"done\":" + std::to_string(progress.done) + ",\"total\":" + std::to_string(progress.total) +
                     ",\"frame\":" + std::to_string(progress.frame) + ",\"eta_s\":" + (left.empty() ? "null" : left) + "}\n";
}

void ProgressReport::showSurvey(int done, int total) {
    if (!isDue(done == total)) return;
    if (form_ != ProgressForm::json)
        return showLine("survey of " + std::to_string(done) + " of " + std::to_string(total) +
                        (total == 1 ? " frame" : " frames"));
    std::cerr << "{\"surveyed\":" + std::to_string(done) + ",\"total\":" + std::to_string(total) + "}\n";
}

void ProgressReport::showSeries(const BatchProgress& progress, const std::string& name, SeriesPhase phase) {
    const bool isLast = progress.done == progress.total && progress.series + 1 == progress.seriesCount;
    if (!isDue(phase == SeriesPhase::measuring && isLast)) return;
    if (form_ == ProgressForm::json) {
        nlohmann::ordered_json line{
            {"series", progress.series + 1}, {"series_total", progress.seriesCount}, {"name", printable(name)}};
        if (phase != SeriesPhase::opening) {
            line[phase == SeriesPhase::survey ? "surveyed" : "done"] = progress.done;
            line["total"] = progress.total;
        }
        if (phase == SeriesPhase::measuring) line["eta_s"] = progress.secondsLeft;
        std::cerr << line.dump() + "\n";
        return;
    }
    std::string text =
        "series " + std::to_string(progress.series + 1) + " of " + std::to_string(progress.seriesCount) + ", " + printable(name);
    if (phase != SeriesPhase::opening)
        text += (phase == SeriesPhase::survey ? ": survey of " : ": ") + std::to_string(progress.done) + " of " +
                std::to_string(progress.total) + (progress.total == 1 ? " frame" : " frames");
    if (phase == SeriesPhase::measuring && std::isfinite(progress.secondsLeft) && !isLast)
        text += ", " + durationText(progress.secondsLeft) + " left for all";
    showLine(text);
}

void ProgressReport::showDoing(const std::string& what) {
    if (!isDue(false)) return;
    if (form_ != ProgressForm::json) return showLine(what);
    std::cerr << nlohmann::json{{"doing", what}}.dump() + "\n";
}

void ProgressReport::showWaiting(const std::string& what) {
    if (form_ == ProgressForm::none) return;
    const std::string text = "waiting for " + what;
    if (form_ != ProgressForm::json) return showLine(text);
    std::cerr << nlohmann::json{{"doing", text}}.dump() + "\n";
}

void ProgressReport::say(const std::string& anyText) {
    const std::string text = printable(anyText);
    clearLine();
    if (form_ == ProgressForm::json) {
        std::cerr << nlohmann::json{{"notice", text}}.dump() + "\n";
    } else {
        std::cerr << "coarsen-cli: " + text + "\n";
    }
}

void ProgressReport::sayNotes(const ImageSeries& series) {
    for (const Said& said : series.notes)
        say(wholeText(said));
}

void ProgressReport::summarise(const std::string& text) {
    if (isQuiet_) return;
    clearLine();
    std::cout << text;
}

void ProgressReport::summariseAside(const std::string& text) {
    if (!isQuiet_) say(text);
}

void ProgressReport::end() {
    if (lineIsOpen_) std::cerr << '\n';
    lineIsOpen_ = false;
}

void ProgressReport::clearLine() {
    if (lineIsOpen_) std::cerr << "\r\033[K";
    lineIsOpen_ = false;
}

}  // namespace coarsen::cli
