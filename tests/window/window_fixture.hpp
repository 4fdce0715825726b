// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/main_window.hpp"
#include "app/window/plots/growth_plot.hpp"
#include "core/correlate/engines.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/window/timeout.hpp"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <memory>

namespace coarsen::window {

/// Fixture that the tests of the window stand on: a folder for series and for the user's settings, and the window.
class WindowTest : public QObject {
protected:
    WindowTest() {
        qputenv("COARSEN_SETTINGS_DIR", inFolder("settings").toUtf8());
        QDir().mkpath(inFolder("settings"));
    }

    /// A path, which may be one below the folder of the test.
    QString inFolder(const QString& path) const { return QDir(folder_.path()).filePath(path); }
    Document& document() { return window_->document(); }
    template <typename T>
    T* part(const QString& name) {
        return window_->findChild<T*>(name);
    }
    QCustomPlot* plot(const QString& name) { return part<QCustomPlot>(name); }
    QToolButton* button(const QString& name) { return part<QToolButton>(name); }

    /// Makes the window anew; the one before is gone first.
    void newWindow(const QSize& size = {1366, 768}, const Engines& engines = cpuEngines()) {
        window_.reset();
        window_ = shownWindow(size, engines);
    }
    static Recipe recipeOfTests() {
        Recipe recipe = defaultRecipe();
        recipe.fit.t0S = 0;
        return recipe;
    }
    /// Opens it in the window, or in another one, and waits until its first frame is measured. A series begins with its quench:
    /// t0 is known.
    void open(const QString& path) { open(*window_, path); }
    void open(MainWindow& window, const QString& path) {
        if (path.endsWith(".coarsen"))
            window.openPaths({inFolder(path)});
        else
            window.document().open({inFolder(path).toStdString()}, {}, recipeOfTests());
        const Document& document = window.document();
        QVERIFY2(comesTrue([&] { return document.isOpen() && !document.isOpening(); }), qPrintable(path));
        settle(window);
    }
    void analyseAll() {
        document().run().analyse(false);
        settle();
    }
    /// Until nothing is under way and all of it is shown: what is known, the panels, the pictures of the timeline.
    void settle() { settle(*window_); }
    /// Waits until all of a document, with or without a window, is known.
    template <typename WindowOrDocument>
    static void settle(const WindowOrDocument& what) {
        QVERIFY2(comesToRest([&] { return what.isBusy(); }), "it is busy for too long");
    }
    void resizeTo(const QSize& size) {
        window_->resize(size);
        takeEvents();
    }

    /// A further window. As in the program there is no theme before it has one: under a style sheet Qt looks up the rules of all
    /// children again whenever a widget is given to its parent (290 ms for a window instead of 95).
    static std::unique_ptr<MainWindow> shownWindow(const QSize& size = {1366, 768}, const Engines& engines = cpuEngines()) {
        qApp->setStyleSheet({});
        auto window = std::make_unique<MainWindow>(engines);
        window->resize(size);
        window->show();
        return window;
    }

    QTemporaryDir folder_;
    std::unique_ptr<MainWindow> window_;
};

/// Pictures of 240 x 180 whose R_max grows, without the truth beside them.
inline void writeGrowingSeries(const QString& folder, int frames, double fromPx, double toPx) {
    RingSettings growing;
    growing.width = 240, growing.height = 180, growing.frames = frames;
    growing.rMaxFromPx = fromPx, growing.rMaxToPx = toPx;
    writeRingSeries(folder.toStdString(), growing);
    for (const char* file : {"/truth.csv", "/truth.json"})
        QFile::remove(folder + file);
}

/// The words shown in a plot that contain `part`; null when there are none.
inline const QCPItemText* wordsIn(QCustomPlot* plot, const QString& part) {
    for (int i = 0; i < plot->itemCount(); ++i)
        if (const auto* text = qobject_cast<QCPItemText*>(plot->item(i)); text && text->visible() && text->text().contains(part))
            return text;
    return nullptr;
}

/// Turns the wheel there by so many notches.
inline void wheel(QWidget* widget, const QPoint& place, int notches) {
    QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(widget, &event);
}

/// Where the frame's point stands in the growth chart.
inline QPoint placeOfPoint(const QCustomPlot& chart, const GrowthData& data, int frame) {
    const FrameResult& row = data.points[static_cast<std::size_t>(frame)].result();
    const QCPAxisRect& rect = *chart.axisRect(0);
    return QPointF(rect.axis(QCPAxis::atBottom)->coordToPixel(data.timeOf(row)),
                   rect.axis(QCPAxis::atLeft)->coordToPixel(data.lengthOf(row.rMax)))
        .toPoint();
}

}  // namespace coarsen::window
