// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/survey_worker.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

#include <chrono>
#include <utility>

namespace coarsen::window {

namespace {
constexpr std::chrono::milliseconds tellEvery{50};
}

void SurveyWorker::start(const ImageSeries& series, const Recipe& recipe, std::shared_ptr<const Survey> before) {
    stop();
    running_ = true;
    thread_ = std::jthread([this, round = round_, series, recipe, before = std::move(before)](std::stop_token stop) {
        yieldToWindow();
        const auto tell = [this, round](auto what) {
            posts_.post([this, round, what] {
                if (round == round_) what();
            });
        };
        auto told = std::chrono::steady_clock::now();
        try {
            auto survey = std::make_shared<const Survey>(surveyOf(
                series, recipe, 0,
                [&](int done, int total) {
                    const auto now = std::chrono::steady_clock::now();
                    if (now - told < tellEvery) return;
                    told = now;
                    tell([this, done, total] { emit progressed(done, total); });
                },
                stop, before ? *before : Survey{}));
            if (stop.stop_requested()) return;
            tell([this, survey] {
                running_ = false;
                emit found(survey);
            });
        } catch (const std::exception& error) {
            tell([this, problem = translated(error.what())] {
                running_ = false;
                emit failed(problem);
            });
        }
    });
}

void SurveyWorker::stop() {
    thread_ = {};
    ++round_;
    running_ = false;
}

}  // namespace coarsen::window
