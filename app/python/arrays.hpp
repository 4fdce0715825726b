// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/image/raw_image.hpp"
#include "core/preprocess/frame.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace coarsen::python {

using Doubles = nanobind::ndarray<nanobind::numpy, double>;
using Floats = nanobind::ndarray<nanobind::numpy, float>;
using Pixels = nanobind::ndarray<nanobind::numpy, nanobind::ro, nanobind::c_contig, nanobind::device::cpu>;
using Valid = nanobind::ndarray<const std::uint8_t, nanobind::c_contig, nanobind::device::cpu>;

/// Something of Python's that threads without its lock may let go of, also once the interpreter has ended.
template <typename Object>
class Held {
public:
    explicit Held(Object object) : object_(std::make_unique<Object>(std::move(object))) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (!nanobind::is_alive()) {  // all that it had ended with it
            static_cast<void>(object_.release());
            return;
        }
        const nanobind::gil_scoped_acquire withLock;
        object_.reset();
    }
    const Object& operator*() const { return *object_; }

private:
    std::unique_ptr<Object> object_;
};

/// Says what an image or volume holds of the array that it is made of: the array itself, which then must not change, or a copy.
enum class Keeping { array, copy };

// All of these throw InputError: another type or number of axes, a mask of another size. Masks are copied, and so are values that
// have to stand in another order or type: those of alternating channels, and whole numbers of a volume.

/// The picture of an array (y, x) or (y, x, channel) of uint8, uint16 or float32, and its mask, 1 where it is valid.
MaskedImage imageOf(const Pixels& pixels, const std::optional<Valid>& valid, Keeping keeping = Keeping::array);

/// Picture of such an array as a file holds it, of which masks are no part.
RawImage rawImageOf(const Pixels& pixels);

/// Frame of such an array, as steps take it.
Frame frameOf(const Pixels& pixels, const std::optional<Valid>& valid);

/// An array (z, y, x).
Volume volumeOf(const Pixels& pixels, const std::optional<Valid>& valid, const Spacing& spacing,
                Keeping keeping = Keeping::array);

/// Its bytes, in the order of its axes.
std::span<const std::byte> bytesOf(const Pixels& pixels);

/// All of a map's (2R+1)^2 values, or pairs, of which it stores those: the half that an even one does not keep as well.
Doubles wholeMap(const CorrelationMap& map, const std::vector<double>& stored);

/// An array (y, x) over a picture of one channel, not to be written to.
nanobind::ndarray<nanobind::numpy, nanobind::ro> viewOf(const Image& image);

/// An array over values that a Python object has, with rv_policy::reference_internal: it keeps that object.
template <typename T>
nanobind::ndarray<nanobind::numpy, T> arrayOver(std::vector<T>& values, std::initializer_list<std::size_t> shape) {
    return nanobind::ndarray<nanobind::numpy, T>(values.data(), shape);
}

/// An array that takes the values over.
template <typename T>
nanobind::ndarray<nanobind::numpy, T> arrayOf(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = kept->data();
    const nanobind::capsule owner(kept.release(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
    return nanobind::ndarray<nanobind::numpy, T>(data, shape, owner);
}

}  // namespace coarsen::python
