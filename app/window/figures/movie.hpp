// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "core/export/provenance.hpp"

#include <QImage>
#include <QObject>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace coarsen::window {

struct MovieForm {
    int width = 1280, height = 720;  ///< even
    int framesPerSecond = 10;
    bool ring = true;  ///< of radius R_max on each frame, with its size
    bool operator==(const MovieForm&) const = default;
};

/// Content of a film: values, so that it does not change while it is made.
struct MovieContent {
    Session session;
    std::shared_ptr<const GrowthData> growth;
    bool logarithmic = false;
};

class MovieStage;

/// Writes an MP4 of the series: each frame's final stage with its C1D and the growth up to then. Pictures are decoded, corrected
/// and encoded in a thread of its own; plots are drawn in the window's thread, one at a time between other events.
class MovieMaker : public QObject {
    Q_OBJECT
public:
    MovieMaker(MovieContent content, MovieForm form, std::filesystem::path file, QObject* parent);
    ~MovieMaker() override;  ///< stops and joins; a film that is not whole is not left behind

    void start();
    void cancel();

signals:
    void progressed(int done, int total);
    void ended(bool cancelled, const QString& problem);

private:
    void run(std::stop_token stop);
    void drawPiece(int piece, int frame, const QImage& picture, const QString& problem);
    QImage drawn(int frame, const QImage& picture, const QString& problem, std::stop_token stop);

    MovieContent content_;
    MovieForm form_;
    std::filesystem::path file_;
    std::unique_ptr<MovieStage> stage_;  ///< window's thread
    std::mutex mutex_;
    std::condition_variable_any changed_;
    QImage answer_;  ///< a picture of the film, on its way to the encoder
    std::jthread thread_;
};

/// Draws the film's pictures piece by piece. For the window's thread.
class MovieStage {
public:
    MovieStage(const MovieContent& content, const MovieForm& form);
    ~MovieStage();

    static constexpr int pieces = 3;
    /// The first piece begins the picture: what stands left, and the words. `picture` may be empty, then `problem` says why.
    void draw(int piece, int frame, const QImage& picture, const QString& problem);
    const QImage& canvas() const { return canvas_; }
    static QSize pictureRoom(const MovieForm& form);  ///< pixels that a frame's picture can have

private:
    void drawFrame(int frame, const QImage& picture, const QString& problem);
    void drawProfile(int frame);
    void drawGrowth(int frame);

    struct Plots;
    const MovieContent& content_;
    MovieForm form_;
    double scale_;
    QImage canvas_;
    std::unique_ptr<Plots> plots_;
};

}  // namespace coarsen::window
