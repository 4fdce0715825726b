// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/postbox.hpp"
#include "core/series/image_series.hpp"

#include <QImage>
#include <QObject>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace coarsen::window {

/// Small pictures of a series for the filmstrip, made in the background at low priority, those wanted first.
class ThumbnailWorker : public QObject {
    Q_OBJECT
public:
    explicit ThumbnailWorker(QObject* parent = nullptr) : QObject(parent) {}
    ~ThumbnailWorker() override { stop(); }
    void start(const ImageSeries& series, const std::vector<int>& frames);  ///< ends an earlier round first
    void add(const ImageSeries& series, const std::vector<int>& frames);    ///< after those asked for
    void stop() { thread_ = {}; }

signals:
    void made(int frame, const QImage& picture);
    void failed(int frame, const QString& reason);

private:
    void run(std::stop_token stop, quint64 round);

    quint64 round_ = 0;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<std::pair<int, FrameSource>> wanted_;  // guarded
    Postbox posts_;
    std::jthread thread_;
};

}  // namespace coarsen::window
