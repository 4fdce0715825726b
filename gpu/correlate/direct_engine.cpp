// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/direct_engine.hpp"

#include "core/correlate/window_sums.hpp"
#include "gpu/correlate/device_engine.hpp"
#include "gpu/correlate/kernels/exact_sums.hpp"
#include "gpu/correlate/kernels/float_sums.hpp"
#include "gpu/correlate/upload.hpp"
#include "gpu/device/buffer.hpp"

#include <functional>

namespace coarsen::gpu {

namespace {

/// One image of the frame on the device, and what the host keeps of it.
struct Side {
    const Plane& plane;
    int image;  ///< 0: a, 1: b
};

/// Adds a half plane's sums: at (X0, Y0), or turned round (`sign` -1; then without the row Y0 = 0).
template <typename Value>
void addHalf(LagSums& sums, int sign, Value value) {
    std::size_t i = 0;
    for (int Y0 = 0; Y0 <= sums.maxLag; ++Y0)
        for (int X0 = -sums.maxLag; X0 <= sums.maxLag; ++X0, ++i)
            if (sign > 0 || Y0 > 0) sums.at(sign * X0, sign * Y0) += value(i, X0, Y0);
}

/// The kernels' operands and answers for one channel of one frame.
class Workspace {
public:
    Workspace(const PlanShape& shape, const Upload& upload, const Stream& stream)
        : shape_(shape), upload_(upload), stream_(stream) {}
    virtual ~Workspace() = default;

    /// Adds the lags Y0 >= 0 of `a` with `b`. The upload has been sent.
    virtual void add(LagSums& sums, const Side& a, const Side& b, int channel, int sign) = 0;

protected:
    std::size_t planeStart(const Side& side, int channel) const {
        return static_cast<std::size_t>(side.image * shape_.channels + channel) * side.plane.image.planeSize();
    }
    const std::uint8_t* maskOf(const Side& side) const {
        const DevicePlanes planes = upload_.planes();
        return planes.masks ? planes.masks + static_cast<std::size_t>(side.image) * side.plane.image.planeSize() : nullptr;
    }

    PlanShape shape_;
    const Upload& upload_;
    const Stream& stream_;
};

class FloatWorkspace final : public Workspace {
public:
    FloatWorkspace(const PlanShape& shape, const Device& device, const Upload& upload, const Stream& stream)
        : Workspace(shape, upload, stream),
          sizes_{shape.width, shape.height, shape.maxLag, device.sharedBytesPerBlock, device.multiprocessors},
          coarse_(sizes_.coarseSize()),
          fine_(sizes_.fineSize()),
          parts_(sizes_.partsSize()),
          sums_(sizes_.sumsSize()),
          sumsHere_(sizes_.sumsSize()) {}

    void add(LagSums& sums, const Side& a, const Side& b, int channel, int sign) override {
        check(layOutCoarse(sizes_, planeOf(a, channel), coarse_.get(), stream_.get()), "lay out an image");
        check(layOutFine(sizes_, planeOf(b, channel), fine_.get(), stream_.get()), "lay out an image");
        check(floatSums(sizes_, coarse_.get(), fine_.get(), parts_.get(), sums_.get(), stream_.get()), "start the sums");
        check(cudaMemcpyAsync(sumsHere_.get(), sums_.get(), sums_.bytes(), cudaMemcpyDeviceToHost, stream_.get()),
              "send its answer");
        stream_.wait();
        addHalf(sums, sign, [&](std::size_t i, int, int) { return sumsHere_[i]; });
    }

private:
    FloatPlane planeOf(const Side& side, int channel) const {
        const double mean = meanOf(side.plane, channel);
        const auto high = static_cast<float>(mean);
        return {static_cast<const float*>(upload_.planes().pixels) + planeStart(side, channel), maskOf(side), high,
                static_cast<float>(mean - static_cast<double>(high))};
    }

    FloatSumsShape sizes_;
    DeviceBuffer<float> coarse_, fine_, parts_;
    DeviceBuffer<double> sums_;
    PinnedBuffer<double> sumsHere_;
};

/// Raw sums in 64-bit integers, centred at the end as the judge does it.
template <typename Pixel>
class ExactWorkspace final : public Workspace {
public:
    ExactWorkspace(const PlanShape& shape, const Device& device, const Upload& upload, const Stream& stream)
        : Workspace(shape, upload, stream),
          sizes_{shape.width, shape.height, shape.maxLag, device.sharedBytesPerBlock, device.multiprocessors},
          coarse_(sizes_.coarseSize()),
          fine_(sizes_.fineSize()),
          sums_(sizes_.sumsSize()) {}

    void add(LagSums& sums, const Side& a, const Side& b, int channel, int sign) override {
        const Image &imageA = a.plane.image, &imageB = b.plane.image;
        const double meanA = meanOf(a.plane, channel), meanB = meanOf(b.plane, channel);
        const auto products = rawSums(a, Of::pixels, b, Of::pixels, channel);
        if (meanA == 0 && meanB == 0) {
            addHalf(sums, sign, [&](std::size_t i, int, int) { return static_cast<double>(products[i]); });
            return;
        }
        if (!upload_.isMasked()) {
            const WindowSums<Pixel> windowA(shape_.width, shape_.height, shape_.maxLag, imageA.plane<Pixel>(channel));
            const WindowSums<Pixel> windowB(shape_.width, shape_.height, shape_.maxLag, imageB.plane<Pixel>(channel));
            addHalf(sums, sign, [&](std::size_t i, int X0, int Y0) {
                return centredSum(signedOf(products[i]), windowA.overlap(X0, Y0), windowB.overlap(-X0, -Y0),
                                  rectangleOverlap(shape_.width, shape_.height, X0, Y0), meanA, meanB);
            });
            return;
        }
        const auto sumsA = rawSums(a, Of::pixels, b, Of::ones, channel), sumsB = rawSums(a, Of::ones, b, Of::pixels, channel),
                   pairs = rawSums(a, Of::ones, b, Of::ones, channel);
        addHalf(sums, sign, [&](std::size_t i, int, int) {
            return centredSum(signedOf(products[i]), signedOf(sumsA[i]), signedOf(sumsB[i]), signedOf(pairs[i]), meanA, meanB);
        });
    }

private:
    using Sums = std::vector<unsigned long long>;
    enum class Of { pixels, ones };
    struct Part {
        BytePart part;
        int shift;
    };

    static std::int64_t signedOf(unsigned long long value) { return static_cast<std::int64_t>(value); }

    /// Parts of a plane by what its bytes are worth: 16-bit pixels are 256 times their high bytes and their low ones.
    static std::vector<Part> partsOf(Of of) {
        if (of == Of::ones) return {{BytePart::one, 0}};
        if constexpr (sizeof(Pixel) == 1) return {{BytePart::whole, 0}};
        return {{BytePart::high, 8}, {BytePart::low, 0}};
    }

    Sums rawSums(const Side& a, Of ofA, const Side& b, Of ofB, int channel) {
        check(cudaMemsetAsync(sums_.get(), 0, sums_.bytes(), stream_.get()), "clear its sums");
        for (const Part& partA : partsOf(ofA)) {
            check(layOutCoarse(sizes_, planeOf(a, channel, partA.part), coarse_.get(), stream_.get()), "lay out an image");
            for (const Part& partB : partsOf(ofB)) {
                check(layOutFine(sizes_, planeOf(b, channel, partB.part), fine_.get(), stream_.get()), "lay out an image");
                check(addExactSums(sizes_, coarse_.get(), fine_.get(), partA.shift + partB.shift, sums_.get(), stream_.get()),
                      "start the sums");
            }
        }
        Sums sums(sums_.size());
        check(cudaMemcpyAsync(sums.data(), sums_.get(), sums_.bytes(), cudaMemcpyDeviceToHost, stream_.get()), "send its answer");
        stream_.wait();
        return sums;
    }

    BytePlane planeOf(const Side& side, int channel, BytePart part) const {
        return {static_cast<const Pixel*>(upload_.planes().pixels) + planeStart(side, channel), maskOf(side), sizeof(Pixel) == 2,
                part};
    }

    ExactSumsShape sizes_;
    DeviceBuffer<std::uint8_t> coarse_, fine_;
    DeviceBuffer<unsigned long long> sums_;
};

class DirectPlan final : public CorrelationPlan {
public:
    DirectPlan(const PlanShape& shape, const Device& device)
        : shape_(shape), device_(device), made_(madeOn(device)), upload_(shape, 1) {
        switch (shape.type) {
            case PixelType::u8:
                workspace_ = std::make_unique<ExactWorkspace<std::uint8_t>>(shape, device, upload_, stream_);
                break;
            case PixelType::u16:
                workspace_ = std::make_unique<ExactWorkspace<std::uint16_t>>(shape, device, upload_, stream_);
                break;
            case PixelType::f32:
                workspace_ = std::make_unique<FloatWorkspace>(shape, device, upload_, stream_);
                break;
        }
    }

    std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token stop) override {
        device_.makeCurrent();
        std::vector<LagSums> answers;
        for (const PlanePair& pair : batch) {
            checkFits(shape_, pair.a, "gpu-direct");
            if (!shape_.isAutocorrelation) checkFits(shape_, pair.b, "gpu-direct");
            if (stop.stop_requested()) break;
            upload_.fill(std::span(&pair, 1));
            upload_.send(1, stream_);
            const Side a{pair.a, 0}, b = shape_.isAutocorrelation ? a : Side{pair.b, 1};
            LagSums sums(shape_.maxLag, shape_.isAutocorrelation ? 0 : -shape_.maxLag);
            for (int channel = 0; channel < shape_.channels; ++channel) {
                // The other half plane is b with a, turned round: N_ab(X0, Y0) = N_ba(-X0, -Y0).
                if (!shape_.isAutocorrelation) workspace_->add(sums, b, a, channel, -1);
                workspace_->add(sums, a, b, channel, +1);
            }
            answers.push_back(std::move(sums));
        }
        return answers;
    }

    std::string variant() const override {
        return shape_.type == PixelType::f32 ? "fp32 in registers, second accumulator" : "int8 tensor cores, 64-bit integers";
    }

private:
    /// Makes the device current before the members that need it are made.
    static bool madeOn(const Device& device) {
        device.makeCurrent();
        return true;
    }

    PlanShape shape_;
    Device device_;
    [[maybe_unused]] bool made_;
    Stream stream_;
    Upload upload_;
    std::unique_ptr<Workspace> workspace_;
};

constexpr double transfersCost = 0.002;  // of the image and its sums

}  // namespace

std::shared_ptr<const CorrelationEngine> directEngine(std::vector<Device> devices) {
    const auto cost =
        [](const PlanShape& shape) {  // an H200 takes 0.41 ms for 126,000 lags of 1500 x 750 bytes, 5.04 ms for floats
            return transfersCost + lagCount(shape) / (shape.type == PixelType::f32 ? 1e6 : 1e7);
        };
    return std::make_shared<DeviceEngine<DirectPlan>>("gpu-direct", Exactness::wholeNumbers, cost, std::move(devices));
}

}  // namespace coarsen::gpu
