// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/preprocess/flatten_stage.hpp"

#include "core/preprocess/background.hpp"
#include "gpu/preprocess/sample_places.hpp"

#include <vector>

namespace coarsen::gpu {

namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

FlattenStage::FlattenStage(const GreyPlane& raw, const Rectangle& judged, const Flatten& settings, float* flat) {
    const bool isChosen = settings.method == FlattenMethod::automatic;
    const PixelRect rectangle{judged.x, judged.y, judged.width, judged.height};
    const int lowest = isChosen ? 1 : settings.order, highest = isChosen ? highestDegreeOfLight : settings.order;
    PolynomialFit fit;
    std::vector<double> matrix, means;
    for (int degree = lowest; degree <= highest; ++degree) {
        fit = polynomialFit(raw.width, raw.height, rectangle, degree);
        append(matrix, fit.matrix);
        append(means, fit.means);
    }
    if (isChosen) append(matrix, orthogonalPolynomials(raw.width, raw.height, rectangle));
    const std::size_t blocks = areaOf(fit.across, fit.down), rows = matrix.size() / blocks;
    matrix_ = deviceCopy(matrix);
    means_ = deviceCopy(means);
    blockSums_ = DeviceBuffer<double>(blocks);
    blockSquares_ = DeviceBuffer<double>(blocks);
    fitted_ = DeviceBuffer<double>(rows + 2);
    task_.raw = raw;
    task_.judged = judged;
    task_.degree = isChosen ? 0 : settings.order;
    task_.side = fit.side;
    task_.across = fit.across;
    task_.down = fit.down;
    task_.matrix = matrix_.get();
    task_.rows = static_cast<int>(rows);
    task_.means = means_.get();
    task_.blockSums = blockSums_.get();
    task_.blockSquares = blockSquares_.get();
    task_.fitted = fitted_.get();
    ticket_ = deviceCopy(std::vector<unsigned>{0});
    task_.ticket = ticket_.get();
    task_.flat = flat;
    if (!isChosen) return;
    places_ = deviceCopy(samplePlaces(raw.width, raw.height, judged, lightSampleStep(areaOf(raw.width, raw.height))));
    partial_ = DeviceBuffer<double>(static_cast<std::size_t>(lightContrastPartials()));
    contrast_ = DeviceBuffer<double>(4);
    task_.contrast = {places_.get(), static_cast<int>(places_.size()), partial_.get(), contrast_.get()};
}

void FlattenStage::queue(const Stream& stream) const {
    check(launchFlatten(task_, stream.get()), "flatten an image");
}

}  // namespace coarsen::gpu
