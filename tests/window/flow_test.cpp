// SPDX-License-Identifier: GPL-3.0-or-later
// The flow that led to a frame, as it is seen in the window: its maps and arrows, its states, its numbers, its figure.
#include "app/window/figures/export_items.hpp"
#include "app/window/plots/flow_marks.hpp"
#include "app/window/values/flow_slices.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/slices_view.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/image/write_png.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/window/named_tests.hpp"
#include "tests/window/window_fixture.hpp"

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

class FlowTest : public WindowTest {
    Q_OBJECT

    using State = ShownFlow::State;

    /// Everywhere (3, 4, 0) voxels of 2 x 1 x 1 µm, shrunk to the right of the middle, the greys 50 before and 200 now.
    static std::shared_ptr<FrameFlow> even() {
        auto flow = std::make_shared<FrameFlow>();
        const VolumeSize size{40, 32, 24};
        flow->found.u = Flow(size, {3, 4, 0});
        flow->found.jacobian.assign(size.voxels(), 1);
        for (std::size_t i = 0; i < size.voxels(); ++i)
            if (i % 40 >= 20) flow->found.jacobian[i] = 2;
        flow->spacing = {2, 1, 1, true};
        flow->here.assign(size.voxels(), 200);
        flow->other.assign(size.voxels(), 50);
        flow->alignedOther.assign(size.voxels(), 90);
        flow->meanPx = flow->mostPx = flow->lengthPx(0);
        flow->mostFactor = 2;
        flow->valid.assign(size.voxels(), 1);
        flow->valid[size.index(7, 5, 12)] = 0;
        return flow;
    }

    /// A structure that a known flow has moved, its second frame twice.
    void writeFlowing(const QString& name, const VolumeSize& size) const {
        FlowPairSettings settings;
        settings.size = size;
        settings.wavelength = size.depth > 1 ? 7 : 12;
        settings.maxU = 2;
        const FlowPair pair = flowPair(settings);
        QDir().mkpath(inFolder(name));
        const Volume* const frames[] = {&pair.fixed, &pair.moved, &pair.moved};
        for (int frame = 0; frame < 3; ++frame) {
            const std::string file = inFolder(name + "/f_%1").arg(frame).toStdString();
            if (size.depth > 1) {
                writeNifti(file + ".nii", *frames[frame]);
                continue;
            }
            std::vector<std::uint16_t> pixels;
            for (const float value : frames[frame]->values())
                pixels.push_back(static_cast<std::uint16_t>(20000 + 20000 * std::clamp(value, -0.9F, 2.0F)));
            writeGreyPng(file + ".png", Image(size.width, size.height, std::move(pixels)));
        }
    }

    void openFlowing(const VolumeSize& size, bool measuresFlow = true) {
        const QString name = size.depth > 1 ? "flowing volumes" : "flowing";
        writeFlowing(name, size);
        open(name);
        if (!measuresFlow) return;
        Recipe recipe = document().recipe();
        setText(recipe, "align.on", "true");
        setText(recipe, "align.mode", "deform");
        document().changes().setRecipe(recipe, "deform");
        settle();
    }
    ShownFlow& flow() { return document().frame().flow(); }
    void see(FlowAspect view) {
        button("flow-" + keyOf(view))->click();
        settle();
    }

private slots:
    void init() { newWindow({1366, 768}); }
    void cleanup() { window_.reset(); }

    void aLengthIsInPxOfTheCubeOfAVoxelsVolume() {
        QVERIFY(std::abs(even()->lengthPx(5) - std::hypot(3 * 2, 4) / std::cbrt(2)) < 1e-6);
    }

    void mapsHaveTheColoursOfTheirValues() {
        const auto flow = even();
        const auto u = flowSlicesThrough(flow, {FlowAspect::displacement}, {20, 16, 12}, false);
        QCOMPARE(u->planes[0].picture.size(), QSize(40, 32));
        QCOMPARE(u->planes[1].picture.size(), QSize(40, 24));
        QCOMPARE(u->planes[2].picture.size(), QSize(32, 24));
        QCOMPARE(u->planes[0].picture.pixel(3, 3), flowColours(FlowAspect::displacement, false)[255]);
        QCOMPARE(qAlpha(u->planes[0].picture.pixel(7, 5)), 0);  // masked
        QCOMPARE(qAlpha(u->planes[0].picture.pixel(8, 5)), 255);
        const auto j = flowSlicesThrough(flow, {FlowAspect::jacobian}, {20, 16, 12}, false);
        const auto colours = flowColours(FlowAspect::jacobian, false);
        QCOMPARE(j->planes[0].picture.pixel(3, 3), colours[128]);
        QCOMPARE(j->planes[0].picture.pixel(30, 3), colours[255]);
        QVERIFY(colours[0] != colours[255] && colours[128] != colours[255]);
    }

    void aPlaneBesideWhatIsMeasuredIsEmpty() {
        const auto flow = even();
        flow->origin = {5, 5, 5};
        const auto through = flowSlicesThrough(flow, {FlowAspect::arrows}, {20, 16, 4}, false);
        QCOMPARE(through->planes[0].across, 0);
        QCOMPARE(through->planes[1].across, 40);
    }

    void arrowsAreTheFlowInThePlane() {
        const auto arrows = flowSlicesThrough(even(), {FlowAspect::arrows}, {20, 16, 12}, false);
        QVERIFY(arrows->planes[0].picture.isNull());
        QCOMPARE(arrows->planes[0].u[0], (std::array<float, 2>{3, 4}));
        QCOMPARE(arrows->planes[1].u[0], (std::array<float, 2>{3, 0}));
        QCOMPARE(arrows->planes[2].u[0], (std::array<float, 2>{4, 0}));
        QVERIFY(std::isnan(arrows->planes[0].u[5 * 40 + 7][0]));
        QCOMPARE(flowArrowFactor(*even(), 1.0), 2);  // 2 x 1.6 x 5.7 px are less than 26 px, 5 x are not
        QCOMPARE(flowArrowFactor(*even(), 50.0), 1);
    }

    void theCheckerboardHasBothFramesByTurns() {
        const auto flow = even();
        const int side = checkerSide(*flow, 1);
        QCOMPARE(side, 10);  // an eighth of 80 µm
        QCOMPARE(checkerSide(*flow, 0), 5);
        const auto before = flowSlicesThrough(flow, {FlowAspect::checkerboard, false}, {20, 16, 0}, false),
                   after = flowSlicesThrough(flow, {FlowAspect::checkerboard, true}, {20, 16, 0}, false);
        const auto grey = [](const auto& slices, int x, int y) { return qGray(slices->planes[0].picture.pixel(x, y)); };
        QCOMPARE(grey(before, 0, 0), 50);
        QCOMPARE(grey(before, 5, 0), 200);
        QCOMPARE(grey(before, 5, 10), 50);
        QCOMPARE(grey(after, 0, 0), 90);
        QCOMPARE(grey(after, 5, 0), 200);
    }

    void whereAlignIsOffItSaysWhatToSwitchOn() {
        openFlowing({96, 80, 1}, false);
        document().frame().show(1);
        settle();
        QVERIFY(!part<QWidget>("flow-bar")->isVisible());
        flow().setSeen({FlowAspect::displacement});
        QVERIFY(part<QWidget>("flow-bar")->isVisible());
        QCOMPARE(flow().state(), State::off);
        QVERIFY(part<QLabel>("flow-words")->toolTip().contains("drift and deformation"));
        QVERIFY(!exportItem("flow-figure").whyNot(document()).isEmpty());

        part<QPushButton>("flow-act")->click();
        settle();

        QCOMPARE(flow().state(), State::found);
        document().changes().undoStack().undo();
        settle();
        QCOMPARE(flow().state(), State::off);
    }

    void whatIsSeenIsWhatARunMeasures() {
        openFlowing({96, 80, 1});
        document().frame().show(1);
        settle();
        const QImage plain = part<QWidget>("flow-bar")->window()->findChild<ImageView*>()->grab().toImage();
        see(FlowAspect::displacement);
        QCOMPARE(flow().state(), State::found);
        analyseAll();
        const FrameResult& row = *document().session().results.at(1);
        QVERIFY(row.deformation.has_value());
        const FrameFlow& found = *flow().flow();
        QCOMPARE(found.meanPx, row.deformation->meanPx);
        QCOMPARE(found.found.rho, row.deformation->rho);
        QCOMPARE(found.found.jacobians.least, row.deformation->jMin);
        QVERIFY(part<QLabel>("flow-words")->toolTip().contains(QStringLiteral("ρ ") + QString::number(found.found.rho, 'f', 3)));
        QVERIFY(flow().slices());
        QCOMPARE(window_->findChild<ImageView*>()->look().compare, ImageView::Compare::single);
        QVERIFY(window_->findChild<ImageView*>()->grab().toImage() != plain);
        QVERIFY(!button("right-stage")->isVisible());  // no stage is seen
        QVERIFY(exportItem("flow-figure").whyNot(document()).isEmpty());
        see(FlowAspect::frame);
        QVERIFY(!flow().slices());
        QCOMPARE(window_->findChild<ImageView*>()->look().compare, ImageView::Compare::wipe);
    }

    void alignedSquaresFitBetter() {
        openFlowing({96, 80, 1});
        document().frame().show(1);
        see(FlowAspect::checkerboard);
        const FrameFlow& found = *flow().flow();
        double before = 0, after = 0;
        for (std::size_t i = 0; i < found.here.size(); ++i) {
            before += std::abs(found.here[i] - found.other[i]);
            after += std::abs(found.here[i] - found.alignedOther[i]);
        }
        QVERIFY2(after < 0.5 * before, qPrintable(QString::number(after / before)));
        QVERIFY(button("flow-before")->isVisible());
        button("flow-before")->click();
        settle();
        QVERIFY(!flow().slices()->seen.isAligned);
        see(FlowAspect::jacobian);
        QVERIFY(!button("flow-before")->isVisible());
    }

    void theFirstFrameIsComparedWithNone() {
        openFlowing({96, 80, 1});
        see(FlowAspect::arrows);
        QCOMPARE(flow().state(), State::first);
        part<QPushButton>("flow-act")->click();
        settle();
        QCOMPARE(document().frame().index(), 1);
        QCOMPARE(flow().state(), State::found);
        QCOMPARE(flow().flow()->otherFrame, 0);
    }

    void aFlowIsKeptAndASearchCanBeCancelled() {
        openFlowing({96, 80, 1});
        document().frame().show(1);
        see(FlowAspect::arrows);
        const auto found = flow().flow();
        document().frame().show(2);
        settle();
        QVERIFY(flow().flow() != found);
        document().frame().show(1);
        settle();
        QCOMPARE(flow().flow(), found);

        document().changes().setValue("align.levels", std::int64_t{2});
        COMES_TRUE(flow().state() == State::finding || flow().state() == State::found);
        if (flow().state() == State::finding) {
            part<QPushButton>("flow-act")->click();
            QCOMPARE(flow().state(), State::cancelled);
            settle();
            part<QPushButton>("flow-act")->click();
        }
        settle();
        QCOMPARE(flow().state(), State::found);
        QVERIFY(flow().flow() != found);
    }

    void volumesAreReadOnlyWhereTheirFlowHasRoom() {
        const VolumeSize size{32, 28, 24};
        openFlowing(size);
        FlowQuestion question;
        question.series = std::make_shared<const ImageSeries>(document().session().series);
        question.here = question.series->frames[1], question.other = question.series->frames[0];
        question.frame = 1;
        question.recipe = document().recipe();
        const std::size_t budget = memoryBudget();
        setMemoryBudget(20 * size.voxels());  // for two volumes as they are read, and their steps
        QString refusal;
        try {
            findFlow(question, {});
        } catch (const SettingError& error) {
            refusal = error.what();
        }
        setMemoryBudget(budget);
        QVERIFY2(refusal.contains("to be measured"), qPrintable(refusal));
        QVERIFY(findFlow(question, [](const RegistrationProgress&) {}));
    }

    void aVolumesFlowLiesOverItsSlices() {
        openFlowing({32, 28, 24});
        document().frame().show(1);
        settle();
        auto* const slices = part<SlicesView>("slices");
        const QImage plain = slices->grab().toImage();
        see(FlowAspect::jacobian);
        QCOMPARE(flow().state(), State::found);
        QVERIFY(!flow().flow()->isPicture);
        QVERIFY(slices->grab().toImage() != plain);
        slices->goTo({3, 4, 5});
        COMES_TRUE(flow().slices() && flow().slices()->at == Voxel{3, 4, 5});
        QVERIFY(exportItem("flow-figure").whyNot(document()).isEmpty());
        analyseAll();
        QCOMPARE(flow().flow()->found.rho, document().session().results.at(1)->deformation->rho);
    }

    void aDoubtIsSaid() {
        auto flow = even();
        QVERIFY(flowDoubt(*flow).isEmpty());
        flow->found.onePeriodOff = "J falls to 0.12";
        QVERIFY(flowDoubt(*flow).contains("locked one period off: J falls to 0.12"));
    }
};

}  // namespace coarsen::window

COARSEN_WINDOW_TEST(FlowTest)
#include "flow_test.moc"
