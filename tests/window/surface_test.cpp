// SPDX-License-Identifier: GPL-3.0-or-later
// The surface of volumes in the window: drawn, turned, coloured, switched on and off, in charts and export.
#include "app/window/figures/export_items.hpp"
#include "app/window/figures/report_text.hpp"
#include "app/window/plots/surface_look.hpp"
#include "app/window/plots/time_series.hpp"
#include "app/window/values/surface_picture.hpp"
#include "app/window/views/surface_view.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/base/memory.hpp"
#include "tests/support/small_volumes.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

class SurfaceTest : public WindowTest {
    Q_OBJECT

    /// A ball about the middle of a box that is longer along x.
    static std::shared_ptr<const ShownSurface> ball(Phase phase = Phase::bright, DenoiseMethod denoise = DenoiseMethod::none) {
        const VolumeSize size{36, 24, 24};
        std::vector<float> values(size.voxels());
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    values[size.index(x, y, z)] = static_cast<float>(8 - std::hypot(x - 17.5, y - 11.5, z - 11.5));
        SurfaceSettings settings;
        settings.level.level = 0;
        settings.level.smoothPx = 0;
        settings.level.phase = phase;
        settings.denoise.method = denoise;
        settings.threads = 1;
        return shownSurface(
            std::make_shared<const SurfaceAnswer>(*measureSurface(Volume(size, {}, std::move(values)), settings)));
    }

    SurfaceView* view() { return part<SurfaceView>("surface-view"); }
    void openVolumes(const test::SmallVolumes& volumes, bool withSurface) {
        document().open({volumes.volumes()}, {}, recipeOfTests());
        COMES_TRUE(document().isOpen() && !document().isOpening());
        settle();
        if (withSurface) document().changes().setValue("surface.on", true);
        settle();
    }

private slots:
    void init() { newWindow({1366, 768}); }
    void cleanup() { window_.reset(); }

    void aSurfaceIsDrawnWhereItStands() {
        const auto surface = ball();
        const auto scene = surface->found.scene;
        SurfaceLook look = surfaceLook(surface->found, SurfaceColour::plain, Theme::night());
        look.box = look.background;
        const QImage picture = surfacePicture(*scene, look, {0, 0, 1}, {121, 121});

        // From along x: a disc of radius 8 in a picture that the box's diagonal of 49.3 px fills to 94 %.
        const double radius = 8 * 0.94 * 121 / std::hypot(36, 24, 24);
        QVERIFY(picture.pixel(60, 60) != look.background);
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            const int in = static_cast<int>(radius - 2), out = static_cast<int>(radius + 2.5);
            QVERIFY(picture.pixel(60 + in * dx, 60 + in * dy) != look.background);
            QCOMPARE(picture.pixel(60 + out * dx, 60 + out * dy), look.background);
        }
        // Lit from the upper left, and neutral as its colour.
        QVERIFY(qGray(picture.pixel(54, 54)) > qGray(picture.pixel(67, 68)) + 20);
    }

    void theSideThatLooksIntoThePhaseIsBrown() {
        const auto isBrown = [](const std::shared_ptr<const ShownSurface>& surface) {
            const SurfaceLook look = surfaceLook(surface->found, SurfaceColour::plain, Theme::light());
            const QRgb middle = surfacePicture(*surface->found.scene, look, {0, 0, 1}, {101, 101}).pixel(50, 50);
            return qRed(middle) > qBlue(middle) + 15;
        };
        QVERIFY(!isBrown(ball()));
        QVERIFY(isBrown(ball(Phase::dark)));
    }

    void coloursSayTheCurvature() {
        const auto surface = ball();
        SurfaceLook look = surfaceLook(surface->found, SurfaceColour::mean, Theme::light());
        const auto middle = [&] { return surfacePicture(*surface->found.scene, look, {0, 0, 1}, {101, 101}).pixel(50, 50); };
        look.most = 0.13;  // about the ball's 1/8
        const QRgb bulge = middle();
        look.most = -0.13;
        const QRgb hollow = middle();
        QVERIFY(qAbs(qRed(bulge) - qRed(hollow)) > 40 || qAbs(qBlue(bulge) - qBlue(hollow)) > 40);
        QVERIFY(surfacePicture(*surface->found.scene, look, {}, {64, 64},
                               [] {
                                   std::stop_source stop;
                                   stop.request_stop();
                                   return stop.get_token();
                               }())
                    .isNull());
    }

    void coloursSayTheNoiseRemovedAndTheDistanceMoved() {
        // Curvature flow moves a ball of 8 px inwards by 4 t / (2 R), to 7.81 px.
        const auto surface = ball(Phase::bright, DenoiseMethod::curvature);
        QVERIFY(surface->noisy.has_value());
        for (const SurfaceSide* const side : {&surface->found, &*surface->noisy})
            for (const float off : side->scene->valuesOf(SurfaceColour::removed))
                QVERIFY2(std::abs(off + 0.19) < 0.08, qPrintable(QString::number(off)));
        QVERIFY(!surface->found.has(SurfaceColour::moved));
        QCOMPARE(surfaceLook(surface->found, SurfaceColour::moved, Theme::light()).colour, SurfaceColour::plain);

        SurfaceDisplacement moved = *surface->answer->removed;
        std::ranges::fill(moved.px, 1.0F);
        moved.shares.most = 2;
        const auto grown = shownSurface(surface->answer, moved);
        QVERIFY(grown->found.has(SurfaceColour::moved));
        const SurfaceLook look = surfaceLook(grown->found, SurfaceColour::moved, Theme::light());
        QCOMPARE(look.most, 2.0);
        const auto shrunk = shownSurface(surface->answer, moved.opposite());
        const QRgb out = surfacePicture(*grown->found.scene, look, {0, 0, 1}, {101, 101}).pixel(50, 50),
                   in = surfacePicture(*shrunk->found.scene, look, {0, 0, 1}, {101, 101}).pixel(50, 50);
        QVERIFY(qRed(out) > qGreen(out) + 10);  // violet where the phase has grown
        QVERIFY(qGreen(in) > qRed(in) + 10);
    }

    void fewerTrianglesKeepItsShape() {
        const auto scene = ball()->found.scene;
        const auto fewer = simplified(*scene, 3);
        QVERIFY(fewer->triangles.size() * 3 < scene->triangles.size());
        QVERIFY(fewer->triangles.size() > 50);
        for (std::size_t v = 0; v < fewer->places.size(); ++v) {
            const auto& [x, y, z] = fewer->places[v];
            const double radius = std::hypot(x, y, z);
            QVERIFY2(radius > 7 && radius < 8.2, qPrintable(QString::number(radius)));
            const auto& normal = fewer->normals[v];
            QVERIFY(normal[0] * x + normal[1] * y + normal[2] * z > 0.8 * radius);
        }
    }

    void theRowSwitchesTheSurfaceOnBesideTheSlices() {
        const test::SmallVolumes volumes(1, {0.5, 0.5, 0.5, true}, {32, 30, 28});
        openVolumes(volumes, false);
        QVERIFY(!view()->isVisible());
        QCOMPARE(document().recipe().surface.isOn, false);

        document().changes().setValue("surface.on", true);
        settle();

        QVERIFY(view()->isVisible());
        QVERIFY(part<QWidget>("slices")->isVisible());
        COMES_TRUE(view()->isDrawn());
        const auto& preview = document().frame().preview();
        QVERIFY(preview->surface && preview->row.surface);
        document().changes().undoStack().undo();
        settle();
        QVERIFY(!view()->isVisible());
    }

    void itIsMeasuredOnlyWhereItHasRoom() {
        const test::SmallVolumes volumes(1, {0.5, 0.5, 0.5, true}, {32, 30, 28});
        openVolumes(volumes, false);
        const auto& first = document().session().series.volumes->first;
        Recipe recipe = document().recipe();
        const std::size_t without = volumeMemory(first, recipe, first.spacing);
        setText(recipe, "surface.on", "true");
        setText(recipe, "surface.denoise", "nlm");
        QVERIFY(volumeMemory(first, recipe, first.spacing) > without);
        const std::size_t budget = memoryBudget();
        setMemoryBudget(without);

        document().changes().setRecipe(recipe, "surface");  // the lengths are known: it alone is measured
        settle();

        setMemoryBudget(budget);
        QVERIFY(!document().frame().preview()->surface);
        const std::string problem = document().frame().preview()->problem;
        QVERIFY2(problem.find("of memory to be measured") != std::string::npos, problem.c_str());
    }

    void aDragTurnsItAndTheExportHasItSo() {
        const test::SmallVolumes volumes(1, {0.5, 0.5, 0.5, true}, {32, 30, 28});
        openVolumes(volumes, true);
        const SurfaceTurn before = view()->turn();
        const QPoint middle = view()->rect().center();

        QTest::mousePress(view(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(view(), middle + QPoint(40, 10));
        QTest::mouseRelease(view(), Qt::LeftButton, {}, middle + QPoint(40, 10));

        QVERIFY(std::abs(view()->turn().azimuthDeg - before.azimuthDeg) > 5);
        QVERIFY(std::abs(view()->turn().elevationDeg - before.elevationDeg) > 2);
        QVERIFY(document().frame().surfaceSeen().turn == view()->turn());
        button("surface-colour-1")->click();
        QCOMPARE(document().frame().surfaceSeen().colour, SurfaceColour::gaussian);
        button("surface-large")->click();
        QVERIFY(!part<QWidget>("slices")->isVisible());
        QVERIFY(exportItem("surface-figure").whyNot(document()).isEmpty());
        QVERIFY(exportItem("surface-files").whyNot(document()).isEmpty());
        QTest::mouseDClick(view(), Qt::LeftButton);
        QVERIFY(view()->turn() == SurfaceTurn());
    }

    void whatIsNotThereSaysWhy() {
        const test::SmallVolumes volumes(2, {0.5, 0.5, 0.5, true}, {32, 30, 28});
        openVolumes(volumes, true);
        document().changes().setValue("surface.denoise", std::string("none"));
        settle();
        QToolButton *const noise = button("surface-colour-3"), *const moved = button("surface-colour-4"),
                           *const before = button("surface-before");
        QVERIFY(!noise->isEnabled() && noise->toolTip().contains("Denoise is off"));
        QVERIFY(!before->isEnabled() && before->toolTip().contains("Denoise is off"));
        QVERIFY(!moved->isEnabled() && moved->toolTip().contains("The first frame has no frame before it"));

        document().changes().setValue("surface.denoise", std::string("gaussian"));
        settle();
        QVERIFY(noise->isEnabled() && !noise->toolTip().contains("Denoise is off"));
        before->click();
        QVERIFY(document().frame().surfaceSeen().isBefore);
        QVERIFY(before->isChecked());
    }

    void theDistanceMovedIsMeasuredWhenItIsAskedFor() {
        const test::SmallVolumes volumes(2, {0.5, 0.5, 0.5, true}, {32, 30, 28});
        openVolumes(volumes, true);
        document().frame().show(1);
        settle();
        QVERIFY(!document().frame().preview()->surface->moved);

        QVERIFY(button("surface-colour-4")->isEnabled());
        button("surface-colour-4")->click();
        settle();

        const auto shown = document().frame().preview()->surface;
        QVERIFY(shown && shown->moved);
        SurfaceSettings settings = document().recipe().surface.settings(1);
        const auto former = surfaceDistance(volumes.volume(0), settings);
        QCOMPARE(shown->moved->px, surfaceDisplacement(shown->answer->mesh, *former).px);
        QVERIFY(shown->moved->rms > 0.1);
        QVERIFY(shown->found.has(SurfaceColour::moved));

        // The first frame has none; back on the second one it is there again, from what is known.
        document().frame().show(0);
        settle();
        QVERIFY(!document().frame().preview()->surface->moved);
        document().frame().show(1);
        settle();
        QCOMPARE(document().frame().preview()->surface->moved->px, shown->moved->px);

        QTemporaryDir folder;
        const ExportSource source{.session = document().session(),
                                  .growth = document().growth().data(),
                                  .preview = document().frame().preview(),
                                  .curves = {},
                                  .ensemble = {},
                                  .samples = {},
                                  .growthLook = {}};
        QCOMPARE(exportItem("surface-files").write(folder.path().toStdString(), source), 4);
        QFile ply(folder.filePath("surface.ply"));
        QVERIFY(ply.open(QIODevice::ReadOnly));
        QVERIFY(ply.read(600).contains("property float distance_moved"));
    }

    void aVolumeWithoutASurfaceSaysWhy() {
        const test::SmallVolumes volumes(1, {0.5, 0.5, 0.5, true}, {32, 30, 28});
        openVolumes(volumes, true);
        document().changes().setValue("surface.level", std::string("9999"));
        settle();
        QVERIFY(!document().frame().preview()->surface);
        QVERIFY(QString::fromStdString(document().frame().preview()->noSurface).contains("no interface lies at the level 9999"));
    }

    void theChartsSayWhetherGrowthIsSelfSimilar() {
        const test::SmallVolumes volumes;
        openVolumes(volumes, true);
        analyseAll();
        const GrowthData& growth = *document().growth().data();
        QCOMPARE(growth.scaling.size(), 2u);

        const TimeSeries area = timeSeriesOf(GrowthQuantity::area, growth),
                         product = timeSeriesOf(GrowthQuantity::areaScaling, growth);

        for (std::size_t frame = 0; frame < 5; ++frame) {
            const FrameResult& row = growth.points[frame].result();
            QVERIFY(row.surface.has_value());
            QCOMPARE(area.curves[0].value[frame], 2 * row.surface->measures.areaPerVolume.value);  // voxels of 0.5 µm
            QCOMPARE(product.curves[0].value[frame], row.surface->measures.areaPerVolume.value * row.rMax.px);
            QVERIFY(product.curves[0].error[frame] > 0);
        }
        QCOMPARE(product.trend.size(), 5u);
        QVERIFY2(product.note.contains("while"), qPrintable(product.note));
        QVERIFY(timeSeriesOf(GrowthQuantity::eulerScaling, growth).label.contains("³"));
        QVERIFY(scalingCaption(growth).contains("³, of every volume"));
        QVERIFY2(scalingHeadline(growth).contains("elf-similar"), qPrintable(scalingHeadline(growth)));
        document().changes().setValue("surface.on", false);
        settle();
        QVERIFY(timeSeriesOf(GrowthQuantity::area, *document().growth().data()).isEmpty());
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(SurfaceTest)
#include "surface_test.moc"
