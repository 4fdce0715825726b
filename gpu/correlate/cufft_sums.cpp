// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/cufft_sums.hpp"

#include "core/fourier/fftw.hpp"
#include "gpu/correlate/kernels/padded_planes.hpp"
#include "gpu/device/cufft_library.hpp"

#include <algorithm>
#include <optional>

namespace coarsen::gpu {

struct CufftSums::Parts {
    PlanShape shape;
    const Stream& stream;
    CufftWay way;
    int paddedWidth, paddedHeight, columns, frames;
    DeviceBuffer<float> padded;
    DeviceBuffer<float2> a, b, sums;
    std::optional<CufftPlan> rowsForward, rowsBack, negativeRowsBack, columnsInPlace;  // 2-D: the first two alone

    Parts(const PlanShape& shape, const Stream& stream, CufftWay way, int paddedWidth, int paddedHeight, int frames)
        : shape(shape),
          stream(stream),
          way(way),
          paddedWidth(paddedWidth),
          paddedHeight(paddedHeight),
          columns(paddedWidth / 2 + 1),
          frames(frames) {
        const auto area = [this](int width) {
            return static_cast<std::size_t>(this->frames) * rowStart(this->paddedHeight, width);
        };
        padded = DeviceBuffer<float>(area(paddedWidth));
        a = DeviceBuffer<float2>(area(columns));
        b = DeviceBuffer<float2>(shape.isAutocorrelation ? 0 : area(columns));
        sums = DeviceBuffer<float2>(shape.channels > 1 ? area(columns) : 0);
        if (way == CufftWay::twoDimensional) {
            rowsForward.emplace(CufftLayout{2,
                                            {paddedHeight, paddedWidth},
                                            CUFFT_R2C,
                                            frames,
                                            1,
                                            static_cast<int>(rowStart(paddedHeight, paddedWidth)),
                                            1,
                                            static_cast<int>(rowStart(paddedHeight, columns))},
                                stream);
            rowsBack.emplace(CufftLayout{2,
                                         {paddedHeight, paddedWidth},
                                         CUFFT_C2R,
                                         frames,
                                         1,
                                         static_cast<int>(rowStart(paddedHeight, columns)),
                                         1,
                                         static_cast<int>(rowStart(paddedHeight, paddedWidth))},
                             stream);
            return;
        }
        const auto rows = [&](cufftType type, int count) {
            const bool isForward = type == CUFFT_R2C;
            return CufftLayout{
                1, {paddedWidth, 0}, type, count, 1, isForward ? paddedWidth : columns, 1, isForward ? columns : paddedWidth};
        };
        rowsForward.emplace(rows(CUFFT_R2C, shape.height), stream);
        rowsBack.emplace(rows(CUFFT_C2R, shape.maxLag + 1), stream);
        if (!shape.isAutocorrelation && shape.maxLag > 0) negativeRowsBack.emplace(rows(CUFFT_C2R, shape.maxLag), stream);
        columnsInPlace.emplace(CufftLayout{1, {paddedHeight, 0}, CUFFT_C2C, columns, columns, 1, columns, 1}, stream);
    }

    /// The spectra's products: in a's place where there is nothing to add up.
    float2* products() const { return shape.channels > 1 ? sums.get() : a.get(); }

    std::size_t rowStart(int row, int pitch) const { return static_cast<std::size_t>(row) * static_cast<std::size_t>(pitch); }

    void transform(const DevicePlanes& planes, int plane, float2* spectrum) const {
        const bool isWhole = way == CufftWay::twoDimensional;
        const PadTask task{planes,       plane,          shape.channels * (shape.isAutocorrelation ? 1 : 2),
                           frames,       shape.channels, shape.width,
                           shape.height, paddedWidth,    isWhole ? paddedHeight : shape.height};
        check(padPlanes(task, padded.get(), stream.get()), "pad an image");
        rowsForward->forward(padded.get(), spectrum);
        if (isWhole) return;
        float2* const empty = spectrum + rowStart(shape.height, columns);
        check(cudaMemsetAsync(empty, 0, rowStart(paddedHeight - shape.height, columns) * sizeof(float2), stream.get()),
              "pad an image");
        columnsInPlace->inPlace(spectrum, CUFFT_FORWARD);
    }

    void transformBack() const {
        if (way == CufftWay::twoDimensional) {
            rowsBack->back(products(), padded.get());
            return;
        }
        columnsInPlace->inPlace(products(), CUFFT_INVERSE);
        rowsBack->back(products(), padded.get());
        if (!negativeRowsBack) return;
        const int first = paddedHeight - shape.maxLag;
        negativeRowsBack->back(products() + rowStart(first, columns), padded.get() + rowStart(first, paddedWidth));
    }
};

CufftSums::CufftSums(const PlanShape& shape, const Stream& stream, CufftWay way, int paddedWidth, int paddedHeight, int frames)
    : parts_(std::make_unique<Parts>(shape, stream, way, paddedWidth, paddedHeight, frames)) {}
CufftSums::~CufftSums() = default;
CufftSums::CufftSums(CufftSums&&) noexcept = default;

namespace {

/// Milliseconds of one run, after one that fills caches; on an empty image, whose values take cuFFT as long as any.
float timed(const CufftSums& sums, const PlanShape& shape, const Stream& stream) {
    const auto planes = static_cast<std::size_t>(shape.channels) * (shape.isAutocorrelation ? 1 : 2);
    const DeviceBuffer<float> pixels(planes * static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height));
    const DeviceBuffer<float2> means(planes);
    const DeviceBuffer<float> answer(static_cast<std::size_t>(2 * shape.maxLag + 1) *
                                     static_cast<std::size_t>(2 * shape.maxLag + 1));
    check(cudaMemsetAsync(pixels.get(), 0, pixels.bytes(), stream.get()), "try a transform");
    check(cudaMemsetAsync(means.get(), 0, means.bytes(), stream.get()), "try a transform");
    const DevicePlanes there{pixels.get(), nullptr, means.get(), PixelFormat::f32};
    sums.run(there, 0, answer.get());
    const Event begin, end;
    begin.record(stream);
    sums.run(there, 0, answer.get());
    end.record(stream);
    return begin.millisecondsTo(end);
}

}  // namespace

CufftSums::CufftSums(const PlanShape& shape, const Stream& stream) {
    const int width = cufftLength(shape.width + shape.maxLag), height = cufftLength(shape.height + shape.maxLag);
    float quickest = 0;
    for (const CufftWay way : {CufftWay::twoDimensional, CufftWay::pruned}) {
        CufftSums sums(shape, stream, way, width, height);
        const float milliseconds = timed(sums, shape, stream);
        if (!parts_ || milliseconds < quickest) {
            quickest = milliseconds;
            parts_ = std::move(sums.parts_);
        }
    }
}

void CufftSums::run(const DevicePlanes& planes, int frame, float* answers) const {
    const Parts& parts = *parts_;
    const PlanShape& shape = parts.shape;
    const int images = shape.isAutocorrelation ? 1 : 2;
    for (int channel = 0; channel < shape.channels; ++channel) {
        const int plane = frame * images * shape.channels + channel;
        parts.transform(planes, plane, parts.a.get());
        if (!shape.isAutocorrelation) parts.transform(planes, plane + shape.channels, parts.b.get());
        const float2* const b = shape.isAutocorrelation ? parts.a.get() : parts.b.get();
        check(addSpectra(parts.a.get(), b, parts.a.size(), channel == 0, parts.products(), parts.stream.get()),
              "multiply spectra");
    }
    parts.transformBack();
    const auto scale = static_cast<float>(1 / (static_cast<double>(parts.paddedWidth) * parts.paddedHeight));
    const CropTask task{
        parts.frames, parts.paddedWidth, parts.paddedHeight, shape.isAutocorrelation ? 0 : -shape.maxLag, shape.maxLag, scale};
    check(cropAnswers(task, parts.padded.get(), answers, parts.stream.get()), "take the answer out");
}

std::string CufftSums::variant() const {
    return std::string(parts_->way == CufftWay::twoDimensional ? "cufft-2d" : "cufft-pruned") + " float32, " +
           std::to_string(parts_->paddedWidth) + " x " + std::to_string(parts_->paddedHeight);
}

int cufftLength(int length) {
    return evenSmoothSize(length);
}

}  // namespace coarsen::gpu
