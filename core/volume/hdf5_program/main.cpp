// SPDX-License-Identifier: GPL-3.0-or-later
// coarsen-hdf5: reads one dataset of an HDF5 file, for Coarsen, which stays unharmed by whatever the file does to the library.
#include "core/base/answering_program.hpp"
#include "core/volume/hdf5_program/imaris.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <hdf5.h>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::hdf5 {

namespace {

constexpr int volumeAxes = 3;

/// The sides in the order that people say them: x first.
std::string sidesText(const std::vector<hsize_t>& sides) {
    std::string text;
    for (std::size_t i = sides.size(); i-- > 0;)
        text += std::to_string(sides[i]) + (i > 0 ? " x " : "");
    return text;
}

void copyText(const std::string& text, char* to, std::size_t room) {
    text.copy(to, room - 1);
}

Shape shapeOf(const Axes& axes, SampleType type) {
    Shape shape;
    shape.type = static_cast<std::uint32_t>(type);
    shape.width = static_cast<std::int64_t>(axes.side(axisX));
    shape.height = static_cast<std::int64_t>(axes.side(axisY));
    shape.depth = static_cast<std::int64_t>(axes.side(axisZ));
    shape.times = static_cast<std::int64_t>(axes.side(axisT));
    shape.channels = static_cast<std::int64_t>(axes.side(axisC));
    for (const Axis axis : {axisX, axisY, axisZ, axisT}) {
        if (axes.step[axis]) {
            shape.step[axis] = *axes.step[axis];
            shape.isStepSaid |= 1U << axis;
        }
        copyText(axes.unit[axis], shape.unit[axis], sizeof shape.unit[axis]);
    }
    copyText(axes.by, shape.by, sizeof shape.by);
    return shape;
}

/// A file's datasets of numbers that are pictures or volumes; where some are volumes those alone, else those that an NXdata or an
/// EMD group names before the others.
class Volumes {
public:
    explicit Volumes(hid_t file) {
        // An object's description has another type since HDF5 1.12; each function takes a pointer to its own.
        const auto visit = [](hid_t from, const char* name, const auto* info, void* to) {
            return static_cast<Volumes*>(to)->take(from, name, info->type);
        };
#if H5_VERSION_GE(1, 12, 0)
        H5Ovisit3(file, H5_INDEX_NAME, H5_ITER_INC, visit, this, H5O_INFO_BASIC);
#else
        H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, this, H5O_INFO_BASIC);
#endif
    }

    /// Data sets that would do.
    struct Found {
        std::vector<std::string> names;
        std::vector<Entry> entries;                       ///< of those whose names are not too long
        std::string text;                                 ///< "/a (64 x 64 x 32), /b (10 x 10 x 10)"
        std::vector<std::string> ofThreeAxes, described;  ///< of the names; those that EMD, NeXus or Velox describe

        /// The only one; else the only one of three axes, which was all that once counted; else the only one that is described.
        std::string meant() const {
            for (const auto* const list : {&names, &ofThreeAxes, &described})
                if (list->size() == 1) return list->front();
            return {};
        }
    };
    const Found& found() const {
        return volumes_.names.empty() ? pictures_ : volumes_;
    }
    bool arePictures() const {
        return volumes_.names.empty() && !pictures_.names.empty();
    }
    /// Datasets that are there and could not be opened, with the library's reason, by their paths.
    const std::map<std::string, std::string>& notOpened() const {
        return notOpened_;
    }

private:
    herr_t take(hid_t from, const char* name, H5O_type_t type) {
        constexpr std::size_t mostNames = 8, mostObjects = 100000;
        if (++objects_ > mostObjects) return 1;
        if (type != H5O_TYPE_DATASET) return 0;
        const std::string path = "/" + std::string(name);
        const Handle dataset(H5Dopen2(from, name, H5P_DEFAULT), H5Dclose);
        if (!dataset.isThere()) {
            constexpr std::size_t most = 1000;
            if (notOpened_.size() < most) notOpened_[path] = complaint();
            return 0;
        }
        try {
            if (path.starts_with("/Data/Image/") && !path.ends_with("/Data")) return 0;  // Velox' words about its pictures
            const Samples samples = samplesOf(dataset.get());
            const auto axes = axesOf(from, dataset.get(), path);
            if (!axes) return 0;
            const bool isOfThree = axes->sides.size() == volumeAxes && axes->at[axisZ] >= 0;
            const bool isVolume = axes->side(axisZ) > 1 || isOfThree;
            Found& found = isVolume ? volumes_ : pictures_;
            found.names.push_back(path);
            if (isOfThree) found.ofThreeAxes.push_back(path);
            if (axes->by == "EMD" || axes->by == "NeXus" || axes->by == "Velox") found.described.push_back(path);
            addEntry(path, *axes, samples, found);
            if (found.names.size() <= mostNames)
                found.text += (found.text.empty() ? "" : ", ") + path + " (" + sidesText(axes->sides) + ")";
            if (found.names.size() == mostNames + 1) found.text += " and more";
        } catch (const Refused&) {  // it is no volume, then
        }
        return 0;
    }

    static void addEntry(const std::string& path, const Axes& axes, const Samples& samples, Found& found) {
        Entry entry;
        if (path.size() >= sizeof entry.name || std::ssize(found.entries) == mostEntries) return;
        entry.shape = shapeOf(axes, samples.type);
        copyText(path, entry.name, sizeof entry.name);
        found.entries.push_back(entry);
    }

    Found volumes_, pictures_;
    std::map<std::string, std::string> notOpened_;
    std::size_t objects_ = 0;
};

Refused notUnderstood(const std::string& path, const std::string& why) {
    return {Verdict::notUnderstood, "'" + path + "' (" + why + ")"};
}

/// The one that is wanted, or the only one that would do; `path` becomes its own. `ofSeveral`: it was chosen among others.
Handle openDataset(hid_t file, std::string& path, bool& ofSeveral) {
    if (path.empty()) {
        const Volumes volumes(file);
        path = volumes.found().meant();
        ofSeveral = volumes.found().names.size() > 1;
        if (path.empty() && volumes.found().names.empty() && !volumes.notOpened().empty())
            throw notUnderstood(volumes.notOpened().begin()->first, volumes.notOpened().begin()->second);
        if (path.empty())
            throw Refused{volumes.arePictures() ? Verdict::severalPictures : Verdict::severalOrNone, volumes.found().text};
    }
    const hid_t dataset = openHere(file, path);
    if (dataset >= 0) return {dataset, H5Dclose};
    const Volumes volumes(file);
    const auto there = volumes.notOpened().find(path.starts_with('/') ? path : "/" + path);
    if (there != volumes.notOpened().end()) throw notUnderstood(there->first, there->second);
    throw Refused{Verdict::noDataset, volumes.found().text};
}

/// Throws where chunks are packed by a filter that the library does not have. One that did not make a chunk smaller may have been
/// left out there, so a few chunks are read.
void requireFilters(hid_t dataset, hid_t plan, std::size_t axes) {
    constexpr hsize_t lookedAt = 64;
    std::uint32_t missing = 0;  // a bit for each filter, as a chunk's mask has one where it was left out
    std::string name;
    for (int i = 0; i < H5Pget_nfilters(plan); ++i) {
        unsigned flags = 0, info = 0;
        std::size_t values = 0;
        std::array<char, 64> text{};
        const H5Z_filter_t filter =
            H5Pget_filter2(plan, static_cast<unsigned>(i), &flags, &values, nullptr, text.size(), text.data(), &info);
        if (filter < 0 || H5Zfilter_avail(filter) > 0) continue;
        missing |= std::uint32_t{1} << static_cast<unsigned>(i);
        text.back() = '\0';
        name = (text.front() != '\0' ? std::string(text.data()) + ", " : std::string()) + "filter " + std::to_string(filter);
    }
    if (missing == 0) return;
    const Handle space(H5Dget_space(dataset), H5Sclose);
    hsize_t chunks = 0, bytes = 0;
    H5Dget_num_chunks(dataset, space.get(), &chunks);
    std::vector<hsize_t> at(axes);
    for (hsize_t i = 0; i < std::min(chunks, lookedAt); ++i) {
        unsigned leftOut = 0;
        haddr_t place = 0;
        if (H5Dget_chunk_info(dataset, space.get(), i, at.data(), &leftOut, &place, &bytes) >= 0 && (missing & ~leftOut) != 0)
            throw Refused{Verdict::packedOtherwise, name};
    }
}

/// Throws where the voxels are in other files or cannot be unpacked; gives how many slices are stored together.
hsize_t slicesTogether(hid_t dataset, const Axes& axes) {
    const Handle plan(H5Dget_create_plist(dataset), H5Pclose);
    if (!plan.isThere()) throw damaged();
    const H5D_layout_t layout = H5Pget_layout(plan.get());
    if (layout == H5D_VIRTUAL || H5Pget_external_count(plan.get()) > 0) throw Refused{Verdict::isElsewhere};
    const int count = static_cast<int>(axes.sides.size());
    std::vector<hsize_t> chunk(axes.sides.size(), 1);
    if (layout == H5D_CHUNKED && H5Pget_chunk(plan.get(), count, chunk.data()) != count) throw damaged();
    requireFilters(dataset, plan.get(), axes.sides.size());
    return axes.at[axisZ] < 0 ? 1 : std::max<hsize_t>(1, chunk[static_cast<std::size_t>(axes.at[axisZ])]);
}

/// Says the samples of a time and a channel piece by piece: whole slices where several fit, else rows of one.
void sayVoxels(hid_t dataset, const Axes& axes, const Samples& samples, hsize_t together, hsize_t time, hsize_t channel) {
    constexpr hsize_t mostBytes = hsize_t{64} << 20;
    const hsize_t width = axes.side(axisX), height = axes.side(axisY), depth = axes.side(axisZ);
    const hsize_t rowBytes = width * H5Tget_size(samples.inMemory);
    const hsize_t rows = std::clamp<hsize_t>(mostBytes / rowBytes, 1, height);
    const hsize_t slices = rows < height ? 1 : std::clamp<hsize_t>(mostBytes / (rowBytes * rows), 1, together);
    std::vector<std::byte> piece(static_cast<std::size_t>(slices * rows * rowBytes));
    const Handle space(H5Dget_space(dataset), H5Sclose);
    std::vector<hsize_t> start(axes.sides.size(), 0), count(axes.sides.size(), 1);
    const auto set = [&](Axis axis, hsize_t from, hsize_t many) {
        if (axes.at[axis] < 0) return;
        start[static_cast<std::size_t>(axes.at[axis])] = from;
        count[static_cast<std::size_t>(axes.at[axis])] = many;
    };
    set(axisT, time, 1);
    set(axisC, channel, 1);
    set(axisX, 0, width);
    for (hsize_t z = 0; z < depth; z += slices)
        for (hsize_t y = 0; y < height; y += rows) {
            const hsize_t manySlices = std::min(slices, depth - z), manyRows = std::min(rows, height - y);
            set(axisZ, z, manySlices);
            set(axisY, y, manyRows);
            const Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
            const bool isRead =
                memory.isThere() &&
                H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0 &&
                H5Dread(dataset, samples.inMemory, memory.get(), space.get(), H5P_DEFAULT, piece.data()) >= 0;
            if (!isRead) ::_exit(EXIT_FAILURE);
            answering::say(std::span(piece).first(static_cast<std::size_t>(manySlices * manyRows * rowBytes)));
        }
}

void sayList(const std::vector<Entry>& entries, Answer& answer) {
    answer.verdict = Verdict::read;
    answer.shape.width = std::ssize(entries);
    answering::say(std::as_bytes(std::span(&answer, 1)));
    answering::say(std::as_bytes(std::span(entries)));
}

/// Question that is asked, and the part of the file that it is asked of.
struct Asked {
    Question question;
    std::string dataset;
    hsize_t time = 0, channel = 0;
};

/// Answers, and throws Refused where there is no volume.
void answerTo(const Asked& asked, Answer& answer) {
    const Handle file(H5Fopen("/proc/self/fd/0", H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.isThere()) throw Refused{Verdict::notOpened, complaint()};
    if (asked.question == Question::list) return sayList(Volumes(file.get()).found().entries, answer);
    const bool isOneOfImaris = !asked.dataset.empty();
    const auto imaris =
        isOneOfImaris ? imarisVolume(file.get(), asked.dataset) : imarisVolume(file.get(), asked.time, asked.channel);
    std::string path = imaris ? imaris->path : asked.dataset;
    bool ofSeveral = false;
    const Handle dataset = openDataset(file.get(), path, ofSeveral);
    if (path.front() != '/') path.insert(path.begin(), '/');
    const std::optional<Axes> axes = imaris ? imaris->axes : axesOf(file.get(), dataset.get(), path);
    if (!axes) throw Refused{Verdict::otherAxes, sidesText(sidesOf(dataset.get()))};
    const Samples samples = samplesOf(dataset.get());
    const hsize_t together = slicesTogether(dataset.get(), *axes);
    answer.shape = shapeOf(*axes, samples.type);
    if (imaris && !isOneOfImaris) {
        answer.shape.times = static_cast<std::int64_t>(imaris->times);
        answer.shape.channels = static_cast<std::int64_t>(imaris->channels);
    } else if (asked.time >= axes->side(axisT) || asked.channel >= axes->side(axisC)) {
        throw Refused{Verdict::noSuchPart};
    }
    answer.verdict = Verdict::read;
    if (ofSeveral) copyText(path, answer.words, sizeof answer.words);
    answering::say(std::as_bytes(std::span(&answer, 1)));
    const bool hasVoxels = axes->side(axisX) > 0 && axes->side(axisY) > 0 && axes->side(axisZ) > 0;
    if (asked.question == Question::voxels && hasVoxels)
        sayVoxels(dataset.get(), *axes, samples, together, asked.time, asked.channel);
}

}  // namespace

}  // namespace coarsen::hdf5

int main(int count, char** words) {
    using namespace coarsen::hdf5;
    if (count != 6 || !coarsen::answering::begin(words[1])) return EXIT_FAILURE;
    ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);  // a file that is only read needs none, and not every disk knows them
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);  // no filters but the library's own

    Answer answer;
    answer.seam = seamVersion;
    try {
        answerTo({static_cast<Question>(*words[2]), words[3], std::strtoull(words[4], nullptr, 10),
                  std::strtoull(words[5], nullptr, 10)},
                 answer);
    } catch (const Refused& refused) {
        answer.verdict = refused.verdict;
        refused.words.copy(answer.words, sizeof answer.words - 1);
        coarsen::answering::say(std::as_bytes(std::span(&answer, 1)));
    }
    ::_exit(EXIT_SUCCESS);  // what the library would tidy up goes with the process
}
