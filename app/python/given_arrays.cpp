// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/given_arrays.hpp"

#include "app/python/arrays.hpp"
#include "core/base/error.hpp"
#include "core/series/frame_depth.hpp"

#include <cstdio>
#include <mutex>
#include <utility>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

/// Python's function, which readers of files behind it want to be called by one at a time.
struct Reader {
    Held<nb::object> read;
    std::mutex mutex;

    explicit Reader(const nb::object& read) : read(read) {}
};

class PythonArray final : public HeldArray {
public:
    PythonArray(std::shared_ptr<Reader> reader, std::size_t index, const ArrayFacts& facts)
        : HeldArray(facts), reader_(std::move(reader)), index_(index) {}

    SharedBytes values() const override {
        const std::string name = "frame " + std::to_string(index_);
        const std::lock_guard one(reader_->mutex);
        const nb::gil_scoped_acquire withLock;
        try {
            const nb::object array = (*reader_->read)(index_);
            const Pixels pixels = nb::cast<Pixels>(array, false);
            return {std::make_shared<const Held<nb::object>>(array), bytesOf(pixels)};
        } catch (nb::python_error& error) {
            throw InputError(name, nb::str(error.value()).c_str());
        } catch (const nb::cast_error&) {
            throw InputError(name, "what was handed over is no array of the series' type", "give arrays of one type and shape");
        }
    }

private:
    std::shared_ptr<Reader> reader_;
    std::size_t index_;
};

std::string frameName(std::size_t index) {
    char name[32];
    std::snprintf(name, sizeof name, "array-%04zu", index);
    return name;
}

/// All but its frames.
ImageSeries seriesLike(const ArrayFacts& first, const std::string& name) {
    ImageSeries series;
    series.name = name;
    series.first = first.header();
    if (!first.isVolume) return series;
    VolumeHeader& header = series.volumes.emplace().first;
    header.size = {first.shape[2], first.shape[1], first.shape[0]};
    header.format = series.first.format;
    return series;
}

void requireFrame(const ArrayFacts& facts, const std::string& name, bool areVolumes) {
    if (facts.isVolume == areVolumes && facts.isFrame()) return;
    throw InputError(name, "no frame has its type and shape",
                     "give uint8, uint16 or float32 of (y, x), (y, x, channel) with at most 4, or (z, y, x)");
}

}  // namespace

GivenArrays givenArrays(const std::vector<ArrayFacts>& facts, const nb::object& read, const std::string& name) {
    if (facts.empty()) throw InputError(name, "it has no frame", "give an array for each");
    for (std::size_t i = 0; i < facts.size(); ++i)
        requireFrame(facts[i], frameName(i), facts.front().isVolume);
    const auto reader = std::make_shared<Reader>(read);
    GivenArrays given{seriesLike(facts.front(), name), {}};
    for (std::size_t i = 0; i < facts.size(); ++i) {
        FrameSource source;
        source.name = frameName(i);
        given.files.push_back(
            std::make_shared<const ArrayFile>(std::make_shared<const PythonArray>(reader, i, facts[i]), source.name));
        source.file = given.files.back()->path();
        given.series.frames.push_back(std::move(source));
    }
    const nb::gil_scoped_release withoutLock;
    if (!given.series.volumes) takeBitsInUse(given.series);
    return given;
}

ImageSeries seriesOfArray(const ArrayFacts& facts) {
    requireFrame(facts, "image", false);
    ImageSeries series = seriesLike(facts, "array");
    FrameSource source;
    source.file = source.name = "array";
    series.frames.push_back(std::move(source));
    return series;
}

}  // namespace coarsen::python
