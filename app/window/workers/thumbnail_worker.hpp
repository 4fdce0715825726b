// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <QImage>
#include <QObject>

#include <thread>
#include <vector>

namespace coarsen::window {

/// Small pictures of a series for the filmstrip, made in the background at low priority, those wanted first.
class ThumbnailWorker : public QObject {
    Q_OBJECT
public:
    explicit ThumbnailWorker(QObject* parent = nullptr) : QObject(parent) {}
    void start(const ImageSeries& series, std::vector<int> frames);
    void stop() { thread_ = {}; }

signals:
    void made(int frame, const QImage& picture);

private:
    quint64 round_ = 0;
    std::jthread thread_;
};

}  // namespace coarsen::window
