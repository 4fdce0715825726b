// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/main_thread_queue.hpp"
#include "core/analysis/survey.hpp"

#include <QObject>
#include <QString>

#include <memory>

namespace coarsen::window {

/// Surveys a series in the background; a new request ends the one before.
class SurveyWorker : public QObject {
    Q_OBJECT
public:
    explicit SurveyWorker(QObject* parent = nullptr) : QObject(parent) {}

    /// `before`: of the series when it was shorter; then its new frames alone are read.
    void start(const ImageSeries& series, const Recipe& recipe, const ConvolutionRequest& convolution,
               std::shared_ptr<const Survey> before = {});
    void stop();  ///< never waits

signals:
    void progressed(int done, int total);
    void found(const std::shared_ptr<const coarsen::Survey>& survey);
    void failed(const QString& problem);

private:
    MainThreadQueue posts_;
    DetachableThread thread_;
};

}  // namespace coarsen::window
