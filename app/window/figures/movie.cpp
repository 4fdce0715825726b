// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/movie.hpp"

#include "app/window/figures/figures.hpp"
#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/profile_plot.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/volume_room.hpp"
#include "app/window/values/volume_slices.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/export/film_file.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/series_name.hpp"

#include <QTimer>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr double usualHeight = 600;  // what the sizes below are for: text in a film is larger than in a window
constexpr int edge = 20, head = 56;

QSize logicalSize(const MovieForm& form) {
    return {static_cast<int>(std::lround(form.width * usualHeight / form.height)), static_cast<int>(usualHeight)};
}

QRect frameRoom(const QSize& size) {
    return {edge, head, size.width() / 2 - edge - 8, size.height() - head - edge};
}

QRect profileRoom(const QSize& size) {
    return {size.width() / 2 + 8, head, size.width() / 2 - edge - 8, (size.height() - head - edge) * 2 / 5};
}

QRect growthRoom(const QSize& size) {
    const QRect above = profileRoom(size);
    return {above.left(), above.bottom() + 12, above.width(), size.height() - edge - above.bottom() - 12};
}

RadialProfile profileOf(const StoredProfile& stored) {
    RadialProfile profile;
    for (std::size_t r = 0; r < stored.value.size(); ++r)
        profile.r.push_back(static_cast<double>(r));
    profile.value.assign(stored.value.begin(), stored.value.end());
    profile.error.assign(stored.error.begin(), stored.error.end());
    profile.pairs.assign(stored.pairs.begin(), stored.pairs.end());
    return profile;
}

/// The slice of what is measured that lies in its middle, at the film's size; none after a stop.
QImage slicePictureOf(const MovieContent& content, int frame, const MovieForm& form, const std::stop_token& stop) {
    const Session& session = content.session;
    EngineRequest oneThread;
    oneThread.threads = 1;
    const FrameSource& source = session.series.frames[static_cast<std::size_t>(frame)];
    const VolumeSize size = sizeBeforeReading(session.series, source);
    requireRoomFor(size, memoryToShow(size, true), "to be shown", "");
    const VolumeFrameMeasurer reader(session.series, session.recipe, session.calibration, oneThread);
    const FrameDrift drift = content.growth->survey ? frameDrift(content.growth->survey->drift, frame) : FrameDrift{};
    const Volume raw = reader.read(source, stop);
    const Volume shown = stop.stop_requested() ? Volume() : reader.final(raw, frame, drift, stop);
    if (stop.stop_requested()) return {};
    const auto brick = brickOf(shown);
    const Step* const contrast = session.recipe.step("contrast");
    const GreyLevels levels =
        levelsAt(brick->counts, std::get<double>(contrast->value("low")), std::get<double>(contrast->value("high")));
    const QImage picture = slicePicture(*brick, slicePlanes.front(), brick->size.depth / 2, levels);
    const Spacing spacing = spacingOf(session.series, session.calibration);
    const QSizeF shape(picture.width(), picture.height() * spacing.y / spacing.x);
    return picture.scaled(shape.scaled(MovieStage::pictureRoom(form), Qt::KeepAspectRatio).toSize(), Qt::IgnoreAspectRatio,
                          Qt::SmoothTransformation);
}

/// The frame's final stage as the window shows it, at the film's size; none, or unfinished, after a stop.
QImage finalPicture(const MovieContent& content, int frame, const MovieForm& form, std::shared_ptr<const SharedFile>& kept,
                    const std::stop_token& stop) {
    const Session& session = content.session;
    if (session.series.volumes) return slicePictureOf(content, frame, form, stop);
    const FrameSource& source = session.series.frames[static_cast<std::size_t>(frame)];
    const bool withChannels = arePlanesNeeded(session.recipe.steps);
    const Frame raw =
        rawFrame(withoutInfoBar(framePicture(source, withChannels, kept), source, session.recipe.steps), frame, source.timeS);
    const FrameSurvey survey = content.growth->survey ? frameSurvey(*content.growth->survey, frame) : FrameSurvey{};
    const Step* const contrast = session.recipe.step("contrast");
    const Stage last{"final", true, finalFrame(raw, session.recipe.steps, survey, stop), 0};
    const QImage picture =
        stagePicture(last, std::get<double>(contrast->value("low")), std::get<double>(contrast->value("high"))).picture;
    const QSizeF shape(picture.width(), picture.height() * session.calibration.aspect());
    return picture.scaled(shape.scaled(MovieStage::pictureRoom(form), Qt::KeepAspectRatio).toSize(), Qt::IgnoreAspectRatio,
                          Qt::SmoothTransformation);
}

}  // namespace

struct MovieStage::Plots {
    QCustomPlot profilePlot, growthPlot;
    ProfilePlot profile{&profilePlot, Theme::light()};
    GrowthPlot growth{&growthPlot, Theme::light()};
    std::vector<std::pair<QCPAxis*, QCPRange>> ranges;  ///< of the whole series: they stand still
    QCPRange correlation;                               ///< of every C1D beyond its central peak
    GrowthData sofar;
};

MovieStage::MovieStage(const MovieContent& content, const MovieForm& form)
    : content_(content),
      form_(form),
      scale_(form.height / usualHeight),
      canvas_(form.width, form.height, QImage::Format_RGB32),
      plots_(std::make_unique<Plots>()) {
    plots_->growth.show(*content.growth, -1, content.logarithmic);
    for (QCPAxisRect* rect : {plots_->growth.chart(), plots_->growth.residuals()})
        for (const auto type : {QCPAxis::atLeft, QCPAxis::atBottom})
            plots_->ranges.emplace_back(rect->axis(type), rect->axis(type)->range());
    double lowest = 0, highest = 0;
    for (const GrowthData::Point& point : content.growth->points) {
        lowest = std::fmin(lowest, point.result().lengths["r_min"].c1d);
        highest = std::fmax(highest, point.result().rMax.c1d);
    }
    const double above = std::max({2.6 * highest, -1.4 * lowest, 0.1});
    plots_->correlation = {std::min(1.15 * lowest, -0.25 * above), std::min(above, 1.05)};
    plots_->sofar = *content.growth;
}

MovieStage::~MovieStage() = default;

QSize MovieStage::pictureRoom(const MovieForm& form) {
    return frameRoom(logicalSize(form)).size() * (form.height / usualHeight);
}

void MovieStage::draw(int piece, int frame, const QImage& picture, const QString& problem) {
    if (piece == 0)
        drawFrame(frame, picture, problem);
    else if (piece == 1)
        drawProfile(frame);
    else
        drawGrowth(frame);
}

void MovieStage::drawFrame(int frame, const QImage& picture, const QString& problem) {
    const Theme& t = Theme::light();
    canvas_.fill(t.plot);
    QPainter painter(&canvas_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale_, scale_);
    const QSize size = logicalSize(form_);
    const GrowthData& growth = *content_.growth;
    const FrameResult& row = growth.points[static_cast<std::size_t>(frame)].result();
    QFont font = QApplication::font();
    const auto words = [&](const QString& text, const QRect& where, int flags, int pixels, bool bold, const QColor& colour) {
        font.setPixelSize(pixels);
        font.setBold(bold);
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(where, flags, QFontMetrics(font).elidedText(text, Qt::ElideMiddle, where.width()));
    };
    const QRect title(edge, 12, size.width() / 2 - edge - 8, head - 20);
    words(QString::fromStdString(seriesName(content_.session)), title.adjusted(0, 0, -190, 0), Qt::AlignLeft | Qt::AlignVCenter,
          19, true, t.ink);
    QString moment = QObject::tr("frame %1").arg(frame);
    if (growth.timesAreSeconds && std::isfinite(row.timeS))
        moment = timeText(row.timeS - growth.originS(), growth.timeUnit()) + "   " + moment;
    words(moment, title, Qt::AlignRight | Qt::AlignVCenter, 15, false, t.ink2);
    const QRect right = profileRoom(size);
    words(headline(growth), QRect(right.left(), 12, right.width(), head - 20), Qt::AlignRight | Qt::AlignVCenter, 19, true,
          t.ink);

    const QRect room = frameRoom(size);
    if (picture.isNull()) {
        painter.fillRect(room, t.stage);
        words(problem, room.adjusted(12, 0, -12, 0), Qt::AlignCenter, 13, false, t.ink2);
        return;
    }
    const QSize shown = (QSizeF(picture.size()) / scale_).toSize();
    const QRect at(room.topLeft() + QPoint((room.width() - shown.width()) / 2, (room.height() - shown.height()) / 2), shown);
    painter.drawImage(at, picture);
    if (row.image.widthPx <= 0) return;  // not measured: its scale is not known
    drawScaleBar(painter, at, row.image.widthPx, content_.session.calibration);
    if (form_.ring) drawRing(painter, at, row.image.widthPx, row.rMax, content_.session.calibration);
}

void MovieStage::drawProfile(int frame) {
    const GrowthData::Point& point = content_.growth->points[static_cast<std::size_t>(frame)];
    const QRect room = profileRoom(logicalSize(form_));
    QCPPainter painter(&canvas_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale_, scale_);
    painter.translate(room.topLeft());
    if (!point.isMeasured || point.result().profile.value.empty()) {
        painter.setPen(Theme::light().ink3);
        painter.drawText(QRect({}, room.size()), Qt::AlignCenter, QObject::tr("not measured"));
        return;
    }
    const FrameResult& row = point.result();
    plots_->profile.show(profileOf(row.profile), {row.rMax, row.lengths["r_min"], row.lengths["r_zero"]},
                         content_.session.calibration);
    plots_->profilePlot.yAxis->setRange(plots_->correlation);
    painter.setMode(QCPPainter::pmNoCaching);
    plots_->profilePlot.toPainter(&painter, room.width(), room.height());
}

void MovieStage::drawGrowth(int frame) {
    for (std::size_t i = 0; i < plots_->sofar.points.size(); ++i)
        plots_->sofar.points[i].isMeasured = i <= static_cast<std::size_t>(frame) && content_.growth->points[i].isMeasured;
    plots_->growth.show(plots_->sofar, frame, content_.logarithmic);
    for (const auto& [axis, range] : plots_->ranges)
        axis->setRange(range);
    const QRect room = growthRoom(logicalSize(form_));
    QCPPainter painter(&canvas_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale_, scale_);
    painter.translate(room.topLeft());
    painter.setMode(QCPPainter::pmNoCaching);
    plots_->growthPlot.toPainter(&painter, room.width(), room.height());
}

MovieMaker::MovieMaker(MovieContent content, MovieForm form, std::filesystem::path file, QObject* parent)
    : QObject(parent), content_(std::move(content)), form_(form), file_(std::move(file)) {}

MovieMaker::~MovieMaker() {
    thread_ = {};  // stops and joins before what the thread speaks to is gone
}

void MovieMaker::start() {
    stage_ = std::make_unique<MovieStage>(content_, form_);
    thread_ = std::jthread([this](std::stop_token stop) {
        yieldToWindow();
        QString problem;
        try {
            run(stop);
        } catch (const std::exception& error) {
            problem = translated(error.what());
        }
        const bool cancelled = stop.stop_requested();
        QMetaObject::invokeMethod(
            this, [this, cancelled, problem] { emit ended(cancelled, problem); }, Qt::QueuedConnection);
    });
}

void MovieMaker::cancel() {
    thread_.request_stop();
}

void MovieMaker::run(std::stop_token stop) {
    const Provenance provenance = provenanceOf(content_.session);
    std::string comment;
    for (const auto& [key, value] : provenance.texts())
        comment += (comment.empty() ? "" : "; ") + key + ": " + value;
    FilmFile film(file_, {form_.width,
                          form_.height,
                          form_.framesPerSecond,
                          {{"title", provenance.series}, {"comment", provenance.software + "; " + comment}}});
    const int total = static_cast<int>(content_.session.series.frames.size());
    std::shared_ptr<const SharedFile> kept;
    for (int frame = 0; frame < total && !stop.stop_requested(); ++frame) {
        QImage picture;
        QString problem;
        try {
            picture = finalPicture(content_, frame, form_, kept, stop);
        } catch (const Error& error) {  // the film goes on, as the series does
            problem = translated(error.what());
        }
        if (stop.stop_requested()) return;
        const QImage canvas = drawn(frame, picture, problem, stop);
        if (canvas.isNull()) return;
        film.append(canvas.constBits(), static_cast<int>(canvas.bytesPerLine()));
        QMetaObject::invokeMethod(
            this, [this, frame, total] { emit progressed(frame + 1, total); }, Qt::QueuedConnection);
    }
    if (!stop.stop_requested()) film.finish();
}

void MovieMaker::drawPiece(int piece, int frame, const QImage& picture, const QString& problem) {
    stage_->draw(piece, frame, picture, problem);
    if (piece + 1 < MovieStage::pieces)  // not at once: what the user does comes between
        return QTimer::singleShot(0, this,
                                  [this, piece, frame, picture, problem] { drawPiece(piece + 1, frame, picture, problem); });
    const std::lock_guard lock(mutex_);
    answer_ = stage_->canvas().copy();
    changed_.notify_one();
}

/// Has the picture drawn in the window's thread; none after a stop.
QImage MovieMaker::drawn(int frame, const QImage& picture, const QString& problem, std::stop_token stop) {
    {
        const std::lock_guard lock(mutex_);
        answer_ = {};
    }
    QMetaObject::invokeMethod(
        this, [this, frame, picture, problem] { drawPiece(0, frame, picture, problem); }, Qt::QueuedConnection);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return !answer_.isNull(); });
    return answer_;
}

}  // namespace coarsen::window
