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

void SurveyWorker::start(const ImageSeries& series, const Recipe& recipe, const ConvolutionRequest& convolution,
                         std::shared_ptr<const Survey> before) {
    thread_.start(
        [this, posts = posts_.newAddress(), series, recipe, convolution, before = std::move(before)](std::stop_token stop) {
            yieldToWindow();
            auto told = std::chrono::steady_clock::now();
            const auto progress = [&](int done, int total) {
                const auto now = std::chrono::steady_clock::now();
                if (now - told < tellEvery) return;
                told = now;
                posts.post([this, done, total] { emit progressed(done, total); });
            };
            try {
                auto survey = std::make_shared<const Survey>(
                    surveyOf(series, recipe, 0, progress, stop, before ? *before : Survey{}, convolution));
                if (stop.stop_requested()) return;
                posts.post([this, survey] { emit found(survey); });
            } catch (const std::exception& error) {
                posts.post([this, problem = translated(error.what())] { emit failed(problem); });
            }
        });
}

void SurveyWorker::stop() {
    thread_.letGo();
    posts_.newAddress();
}

}  // namespace coarsen::window
