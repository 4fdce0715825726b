// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/grab.hpp"

#include "app/window/document/slices.hpp"
#include "app/window/figures/export_all.hpp"
#include "app/window/figures/figure_settings.hpp"
#include "app/window/grab_pages.hpp"
#include "app/window/main_window.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/export/targets.hpp"
#include "core/series/stack_slices.hpp"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <cstdio>
#include <span>

namespace coarsen::window {

namespace {

constexpr int failed = 1, succeeded = 0;

int complain(const QString& text) {
    std::fprintf(stderr, "coarsen: %s\n", qUtf8Printable(text));
    return failed;
}

/// Opens the inputs with the settings of the command line. False when that failed.
bool open(MainWindow& window, const GrabRequest& request) {
    Document& document = window.document();
    QString problem;
    QObject::connect(&document, &Document::openFailed, &window, [&](const QString& reason) { problem = reason; });
    QObject::connect(&document, &Document::seriesFoundBelow, &window, [&](const std::filesystem::path& folder) {
        problem = QObject::tr("%1: there is no image in it, only in folders below it; name one of these")
                      .arg(QString::fromStdString(displayName(folder)));
    });
    QObject::connect(&document, &Document::datasetsFound, &window, [&](const auto&, const std::filesystem::path& file) {
        problem = QObject::tr("%1: it has several datasets").arg(QString::fromStdString(displayName(file)));
    });
    if (request.inputs.size() == 1 &&
        (request.inputs.front().endsWith(sessionEnding) || request.inputs.front().endsWith(projectEnding))) {
        document.openSession(request.inputs.front().toStdString());
    } else {
        std::vector<std::filesystem::path> inputs;
        for (const QString& input : request.inputs)
            inputs.emplace_back(QFile::encodeName(input).toStdString());
        TimeChoice times;
        if (!request.times.isEmpty()) times = {TimeChoice::Kind::table, 1, request.times.toStdString()};
        Recipe recipe = defaultRecipe();
        for (const auto& [key, value] : request.settings)
            setText(recipe, key.toStdString(), value.toStdString());
        if (!request.fit.isEmpty()) set(recipe, "fit.model", request.fit.toStdString());
        if (request.t0S) recipe.fit.t0S = request.t0S;
        std::optional<Calibration> calibration;
        if (request.pixelSizeUm > 0) calibration = Calibration{request.pixelSizeUm, request.pixelSizeUm, "typed"};
        document.open(inputs, times, recipe, calibration, SeriesOpening{.areVolumes = request.volumes});
    }
    waitUntil([&] { return !document.isOpening(); });
    if (!problem.isEmpty()) complain(problem);
    if (problem.isEmpty() && document.session().series.volumes && !request.settings.empty()) {
        Recipe asked = document.recipe();  // a series of volumes begins with no correction
        for (const auto& [key, value] : request.settings)
            setText(asked, key.toStdString(), value.toStdString());
        document.changes().setRecipe(asked, QStringLiteral("--set"));
    }
    if (problem.isEmpty() && request.slice) {
        ofSlice(document.session().series, request.slice);  // which says why not
        chooseSlice(document.changes(), request.slice);
    }
    return problem.isEmpty();
}

}  // namespace

int grab(const Engines& engines, const GrabRequest& asked) {
    requirePage(asked.page);
    ExportChoice choice;
    setFigures(choice, asked.figures);
    GrabRequest request = asked;
    QString other;  // the last one, of several sessions
    if (request.page == "compare" && request.inputs.size() > 1) other = request.inputs.takeLast();
    MainWindow window(engines);
    window.chooseTheme(request.dark);
    window.resize(request.size);
    window.show();
    Document& document = window.document();
    document.setRecovering(false);
    const Existing existing = request.force ? Existing::replaced : Existing::refused;
    const std::filesystem::path picture = QFile::encodeName(request.picture).toStdString();
    if (!request.picture.isEmpty()) requireFree({picture}, {}, existing);
    if (!request.inputs.isEmpty()) {
        if (!open(window, request)) return failed;
        if (request.frame >= 0) document.frame().show(request.frame);
        if (request.page == "busy") {
            // A setting changed after the series was measured, and the new run half way.
            document.run().analyse(false);
            waitUntil([&] { return !window.isBusy(); });
            document.changes().setValue("flatten.method", std::string("blur"));
            document.changes().setValue("flatten.sigma", 60.0);
            waitUntil([&] { return !window.isBusy(); });
            document.run().analyse(false);
            waitUntil([&] { return !document.run().isRunning() || document.run().progress().done >= document.frameCount() / 3; });
        } else {
            if (request.page == "watch") {
                document.watch().setOn(true);
                waitUntil([&] { return !document.isBusy() && document.run().framesToMeasure() == 0; });
            }
            if (request.analyse) document.run().analyse(false);
            waitUntil([&] { return !window.isBusy(); });
        }
    }
    if (!other.isEmpty()) {
        document.growth().compareWith(QFile::encodeName(other).toStdString());
        waitUntil([&] { return !window.isBusy(); });
    }
    QWidget* const drawn = showPage(window, request.page);
    if (request.page != "busy") {
        int quiet = 0;  // looks: what is done comes to the screen, and what a chosen page asks for begins, with the next events
        waitUntil([&] { return (quiet = window.isBusy() ? 0 : quiet + 1) > 3; });
    }

    if (!request.exportFolder.isEmpty()) {
        int status = failed;
        bool done = false;
        for (const char* key : {"growth", "ensemble", "shifts", "scaling", "surface-figure", "surface-files", "flow-figure",
                                "series-figures", "c1d-figure", "c2d-figure", "frame", "report"})
            if (exportItem(key).isThere(document)) choice.items.insert(key);
        if (request.movie) choice.items.insert("movie");
        if (request.movie && exportItem("surface-film").isThere(document)) choice.items.insert("surface-film");
        for (const auto& [stem, limits] : choice.limits)
            if (!choice.wants(itemOfFigure(stem)->key))
                return complain(QObject::tr("--figure: %1 is not among the figures of this series").arg(stem));
        choice.existing = existing;
        exportAll(document, QDir(request.exportFolder), choice, [&](int files, const QString& problem) {
            done = true;
            status = problem.isEmpty() ? succeeded : complain(problem);
            if (problem.isEmpty()) std::printf("%d files in %s\n", files, qUtf8Printable(request.exportFolder));
        });
        waitUntil([&] { return done; });
        return status;
    }
    QByteArray png;
    QBuffer buffer(&png);
    drawn->grab().save(&buffer, "PNG");
    requireFree({picture}, usersFiles(document.session()), existing);  // it took a while
    writeWhole(picture, std::as_bytes(std::span(png.constData(), static_cast<std::size_t>(png.size()))));
    std::printf("%s\n", qUtf8Printable(request.picture));
    return succeeded;
}

}  // namespace coarsen::window
