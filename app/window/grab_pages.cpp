// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/grab_pages.hpp"

#include "app/window/grab.hpp"
#include "app/window/main_window.hpp"
#include "app/window/panels/correlation/map_panel.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/samples/sample_views.hpp"
#include "app/window/panels/sheets/comparison_dialog.hpp"
#include "app/window/panels/sheets/time_table_dialog.hpp"
#include "app/window/views/surface_view.hpp"
#include "core/base/error.hpp"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <vector>

namespace coarsen::window {

namespace {

struct Page {
    QString name;
    std::function<QWidget*(MainWindow&)> show;
};

/// One that something does to the window, which is drawn.
template <typename Do>
Page page(const char* name, Do act) {
    return {name, [act](MainWindow& window) -> QWidget* {
                act(window);
                return &window;
            }};
}

Page quantity(const char* name, GrowthQuantity shown) {
    return page(name, [shown](MainWindow& window) { window.growth().setQuantity(shown); });
}
Page profile(const char* name, ProfileMode mode) {
    return page(name, [mode](MainWindow& window) { window.setProfileMode(mode); });
}
Page series(const char* name, SeriesMode mode) {
    return page(name, [mode](MainWindow& window) {
        window.setProfileMode(ProfileMode::series);
        window.setSeriesMode(mode);
    });
}
Page samples(const char* name, SampleChart chart) {
    return page(name, [chart](MainWindow& window) { window.growth().samples()->setChart(chart); });
}
Page direction(const char* name, const Direction& shown) {
    return page(name, [shown](MainWindow& window) { window.findChild<MapPanel*>()->setDirection(shown); });
}
Page flow(const char* name, const FlowSeen& seen) {
    return page(name, [seen](MainWindow& window) { window.document().frame().flow().setSeen(seen); });
}
Page surface(const char* name, const std::function<void(SurfaceView&)>& act) {
    return page(name, [act](MainWindow& window) {
        window.findChild<RecipePanel*>()->openStep("surface");
        auto* const view = window.findChild<SurfaceView*>();
        view->setLarge(true);
        act(*view);
    });
}

QWidget* timeTable(MainWindow& window) {
    showTimeTable(window.document(), &window, window.document().session().times, [](const TimeChoice&) {});
    auto* const columns = window.findChild<TimeTableDialog*>();
    waitUntil([&] { return !columns->isReading(); });
    return columns;
}

QWidget* against(MainWindow& window) {
    ComparisonDialog* const dialog = showComparison(window.document(), &window);
    dialog->resize(window.size());
    waitUntil([&] { return !dialog->isBusy(); });
    return dialog;
}

const std::vector<Page>& pages() {
    const auto nothing = [](auto&) {};
    static const std::vector<Page> list{
        page("start", nothing),    // without an input
        page("busy", nothing),     // these three are states of the run, which grab brings about
        page("watch", nothing),    //
        page("compare", nothing),  // with the last input, a session
        page("export", [](MainWindow& window) { window.showExportSheet(); }),
        page("table", [](MainWindow& window) { window.growth().setTableShown(true); }),
        page("log", [](MainWindow& window) { window.growth().setLogarithmic(true); }),
        page("ensemble", [](MainWindow& window) { window.growth().setEnsemble(true); }),
        quantity("exponent", GrowthQuantity::exponent),
        quantity("ratio", GrowthQuantity::ratio),
        quantity("focus", GrowthQuantity::focus),
        quantity("drift", GrowthQuantity::drift),
        quantity("deformation", GrowthQuantity::deformation),
        quantity("area-scaling", GrowthQuantity::areaScaling),
        quantity("euler-scaling", GrowthQuantity::eulerScaling),
        profile("spectrum", ProfileMode::spectrum),
        profile("sectors", ProfileMode::sectors),
        series("series", SeriesMode::curves),
        series("scaled", SeriesMode::scaled),
        series("image", SeriesMode::image),
        direction("line", Direction{35, 0}),
        direction("sector", Direction{35, 30}),
        page("filter",
             [](MainWindow& window) {
                 window.findChild<RecipePanel*>()->openStep("filter");
                 window.setProfileMode(ProfileMode::spectrum);
             }),
        page("crop", [](MainWindow& window) { window.findChild<RecipePanel*>()->openStep("crop"); }),
        surface("surface", nothing),
        surface("surface-noise", [](SurfaceView& view) { view.setColour(SurfaceColour::removed); }),
        surface("surface-moved", [](SurfaceView& view) { view.setColour(SurfaceColour::moved); }),
        surface("surface-before", [](SurfaceView& view) { view.setBefore(true); }),
        flow("arrows", FlowSeen{FlowAspect::arrows}),
        flow("displacement", FlowSeen{FlowAspect::displacement}),
        flow("jacobian", FlowSeen{FlowAspect::jacobian}),
        flow("checkerboard", FlowSeen{FlowAspect::checkerboard}),
        flow("unaligned", FlowSeen{FlowAspect::checkerboard, false}),
        {"time-table", timeTable},
        {"against", against},
        page("samples", [](MainWindow& window) { window.growth().showSamplesTable(true); }),
        samples("columns", SampleChart::columns),
        samples("collapse", SampleChart::collapse),
    };
    return list;
}

}  // namespace

QString pageNames() {
    QStringList names;
    for (const Page& one : pages())
        names << one.name;
    return names.join(", ");
}

void requirePage(const QString& name) {
    if (!name.isEmpty() && std::ranges::find(pages(), name, &Page::name) == pages().end())
        throw SettingError("--page", "there is no page '" + name.toStdString() + "'",
                           "write one of " + pageNames().toStdString());
}

QWidget* showPage(MainWindow& window, const QString& name) {
    const auto found = std::ranges::find(pages(), name, &Page::name);
    return found == pages().end() ? &window : found->show(window);
}

}  // namespace coarsen::window
