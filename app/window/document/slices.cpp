// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/slices.hpp"

#include "core/series/stack_slices.hpp"
#include "core/series/volume_series.hpp"

#include <utility>

namespace coarsen::window {

namespace {

void forgetFrames(Choices& choices) {
    choices.excluded.clear();
    choices.manualRMaxPx.clear();
    choices.ensemble.reset();
}

void takeDataset(Changes& changes, const ImageSeries& series, const NamedVolume& dataset, const Calibration& size) {
    Choices after = changes.now();
    if (after.calibration == series.calibration) after.calibration = size;
    after.dataset = dataset;
    forgetFrames(after);
    changes.change(Changes::tr("choice of data set %1").arg(QString::fromStdString(dataset.name)), std::move(after));
}

}  // namespace

void chooseSlice(Changes& changes, std::optional<int> slice) {
    Choices after = changes.now();
    if (after.slice == slice) return;
    after.slice = slice;
    forgetFrames(after);
    changes.change(slice ? Changes::tr("choice of slice %1").arg(*slice) : Changes::tr("choice of all slices"), std::move(after));
}

void chooseDataset(Changes& changes, const ImageSeries& series, const NamedVolume& dataset) {
    if (!(changes.now().dataset == dataset)) takeDataset(changes, series, dataset, ofDataset(series, dataset).calibration);
}

void chooseDataset(Changes& changes, const ImageSeries& series, const ImageSeries& other) {
    if (datasetOf(other) != datasetOf(series)) takeDataset(changes, series, {datasetOf(other), {}}, other.calibration);
}

QString wordsOfSlice(const ImageSeries& stack, bool few) {
    const std::optional<int> slice = sliceOf(stack);
    if (slice) return (few ? Changes::tr("z %1/%2") : Changes::tr("z %1 of %2")).arg(*slice).arg(slicesToChoose(stack));
    return (few ? Changes::tr("%1 slices") : Changes::tr("All %1 slices")).arg(stack.first.stack.slices);
}

}  // namespace coarsen::window
