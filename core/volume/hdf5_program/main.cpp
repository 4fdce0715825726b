// SPDX-License-Identifier: GPL-3.0-or-later
// coarsen-hdf5: reads one dataset of an HDF5 file, for Coarsen, which stays unharmed by whatever the file does to the library.
#include "core/base/answering_program.hpp"
#include "core/volume/hdf5_program/hdf5_answer.hpp"
#include "core/volume/volume_header.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <hdf5.h>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::hdf5 {

namespace {

/// Why there is no volume; thrown.
struct Refused {
    Verdict verdict;
    std::string words = {};
};

/// One of the library's objects, closed at its end. Below 0: none.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    hid_t get() const { return id_; }
    bool isThere() const { return id_ >= 0; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// What the library says of its last failure, by the innermost of its functions.
std::string complaint() {
    std::string words;
    const auto take = [](unsigned, const H5E_error2_t* error, void* to) {
        if (error->desc) *static_cast<std::string*>(to) = error->desc;
        return herr_t{1};  // no more
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &words);
    return words.empty() ? "the HDF5 library gives no reason" : words;
}

Refused damaged() {
    return {Verdict::damaged, complaint()};
}

using Sides = std::array<hsize_t, 3>;  // z, y, x

constexpr int volumeAxes = 3;

std::vector<hsize_t> sidesOf(hid_t dataset) {
    const Handle space(H5Dget_space(dataset), H5Sclose);
    const int axes = space.isThere() ? H5Sget_simple_extent_ndims(space.get()) : -1;
    if (axes < 0) throw damaged();
    std::vector<hsize_t> sides(static_cast<std::size_t>(axes));
    if (axes > 0 && H5Sget_simple_extent_dims(space.get(), sides.data(), nullptr) < 0) throw damaged();
    return sides;
}

/// The sides in the order that people say them: x first.
std::string sidesText(const std::vector<hsize_t>& sides) {
    std::string text;
    for (std::size_t i = sides.size(); i-- > 0;)
        text += std::to_string(sides[i]) + (i > 0 ? " x " : "");
    return text;
}

struct Samples {
    SampleType type;
    hid_t inMemory;
};

Samples samplesOf(hid_t dataset) {
    const Handle type(H5Dget_type(dataset), H5Tclose);
    if (!type.isThere()) throw damaged();
    const std::size_t bytes = H5Tget_size(type.get());
    const H5T_class_t kind = H5Tget_class(type.get());
    if (kind == H5T_FLOAT && (bytes == 2 || bytes == 4)) return {SampleType::f32, H5T_NATIVE_FLOAT};
    if ((kind == H5T_FLOAT || kind == H5T_INTEGER) && bytes == 8) return {SampleType::f64, H5T_NATIVE_DOUBLE};
    if (kind != H5T_INTEGER) throw Refused{Verdict::noNumbers};
    const bool isSigned = H5Tget_sign(type.get()) == H5T_SGN_2;
    if (bytes == 1) return isSigned ? Samples{SampleType::s8, H5T_NATIVE_INT8} : Samples{SampleType::u8, H5T_NATIVE_UINT8};
    if (bytes == 2) return isSigned ? Samples{SampleType::s16, H5T_NATIVE_INT16} : Samples{SampleType::u16, H5T_NATIVE_UINT16};
    if (bytes == 4) return isSigned ? Samples{SampleType::s32, H5T_NATIVE_INT32} : Samples{SampleType::u32, H5T_NATIVE_UINT32};
    throw Refused{Verdict::noNumbers};
}

template <typename Said>
void takeSides(const std::vector<hsize_t>& sides, Said& said) {
    said.width = static_cast<std::int64_t>(sides[2]);
    said.height = static_cast<std::int64_t>(sides[1]);
    said.depth = static_cast<std::int64_t>(sides[0]);
}

/// ImageJ's and ilastik's attribute: micrometres along z, y, x. Into an Answer or an Entry.
template <typename Said>
void takeVoxelSize(hid_t dataset, Said& said) {
    constexpr const char* name = "element_size_um";
    if (H5Aexists(dataset, name) <= 0) return;
    const Handle attribute(H5Aopen(dataset, name, H5P_DEFAULT), H5Aclose);
    const Handle space(attribute.isThere() ? H5Aget_space(attribute.get()) : -1, H5Sclose);
    const Handle type(attribute.isThere() ? H5Aget_type(attribute.get()) : -1, H5Tclose);
    std::array<double, 3> sizes{};
    if (!space.isThere() || !type.isThere() || H5Sget_simple_extent_npoints(space.get()) != 3) return;
    const H5T_class_t kind = H5Tget_class(type.get());
    if ((kind != H5T_FLOAT && kind != H5T_INTEGER) || H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, sizes.data()) < 0) return;
    said.hasVoxelSize = 1;
    std::reverse_copy(sizes.begin(), sizes.end(), said.voxelUm);
}

/// A file's datasets of three axes and numbers.
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

    const std::vector<std::string>& names() const {
        return names_;
    }
    const std::vector<Entry>& entries() const {
        return entries_;
    }  ///< of those whose names are not too long

    /// "/a (64 x 64 x 32), /b (10 x 10 x 10)".
    const std::string& text() const {
        return text_;
    }

private:
    herr_t take(hid_t from, const char* name, H5O_type_t type) {
        constexpr std::size_t mostNames = 8, mostObjects = 100000;
        if (++objects_ > mostObjects) return 1;
        if (type != H5O_TYPE_DATASET) return 0;
        const Handle dataset(H5Dopen2(from, name, H5P_DEFAULT), H5Dclose);
        if (!dataset.isThere()) return 0;
        try {
            const std::vector<hsize_t> sides = sidesOf(dataset.get());
            const Samples samples = samplesOf(dataset.get());
            if (sides.size() != volumeAxes) return 0;
            names_.push_back("/" + std::string(name));
            addEntry(dataset.get(), sides, samples);
            if (names_.size() <= mostNames) text_ += (text_.empty() ? "" : ", ") + names_.back() + " (" + sidesText(sides) + ")";
            if (names_.size() == mostNames + 1) text_ += " and more";
        } catch (const Refused&) {  // it is no volume, then
        }
        return 0;
    }

    void addEntry(hid_t dataset, const std::vector<hsize_t>& sides, const Samples& samples) {
        Entry entry;
        if (names_.back().size() >= sizeof entry.name || std::ssize(entries_) == mostEntries) return;
        takeSides(sides, entry);
        entry.type = static_cast<std::uint32_t>(samples.type);
        takeVoxelSize(dataset, entry);
        names_.back().copy(entry.name, sizeof entry.name - 1);
        entries_.push_back(entry);
    }

    std::vector<std::string> names_;
    std::vector<Entry> entries_;
    std::string text_;
    std::size_t objects_ = 0;
};

/// Links to other files lead nowhere.
Handle withoutOtherFiles() {
    const hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) { return herr_t{-1}; };
    H5Pset_elink_cb(access, refuse, nullptr);
    return {access, H5Pclose};
}

Handle openDataset(hid_t file, const std::string& wanted) {
    std::string name = wanted;
    if (name.empty()) {
        const Volumes volumes(file);
        if (volumes.names().size() != 1) throw Refused{Verdict::severalOrNone, volumes.text()};
        name = volumes.names().front();
    }
    const Handle access = withoutOtherFiles();
    constexpr std::size_t slots = 10007, cacheBytes = std::size_t{256} << 20;
    H5Pset_chunk_cache(access.get(), slots, cacheBytes, 1);  // a chunk that has been read to its end is wanted no more
    const hid_t dataset = H5Dopen2(file, name.c_str(), access.get());
    if (dataset < 0) throw Refused{Verdict::noDataset, Volumes(file).text()};
    return {dataset, H5Dclose};
}

/// Throws where the voxels are in other files; gives how many slices are stored together.
hsize_t slicesTogether(hid_t dataset) {
    const Handle plan(H5Dget_create_plist(dataset), H5Pclose);
    if (!plan.isThere()) throw damaged();
    const H5D_layout_t layout = H5Pget_layout(plan.get());
    if (layout == H5D_VIRTUAL || H5Pget_external_count(plan.get()) > 0) throw Refused{Verdict::isElsewhere};
    Sides chunk{1, 1, 1};
    if (layout == H5D_CHUNKED && H5Pget_chunk(plan.get(), volumeAxes, chunk.data()) != volumeAxes) throw damaged();
    return std::max<hsize_t>(1, chunk[0]);
}

/// Says the samples piece by piece: whole slices where several fit, else rows of one.
void sayVoxels(hid_t dataset, const Sides& sides, const Samples& samples, hsize_t together) {
    constexpr hsize_t mostBytes = hsize_t{64} << 20;
    const hsize_t rowBytes = sides[2] * H5Tget_size(samples.inMemory);
    const hsize_t rows = std::clamp<hsize_t>(mostBytes / rowBytes, 1, sides[1]);
    const hsize_t slices = rows < sides[1] ? 1 : std::clamp<hsize_t>(mostBytes / (rowBytes * rows), 1, together);
    std::vector<std::byte> piece(static_cast<std::size_t>(slices * rows * rowBytes));
    const Handle space(H5Dget_space(dataset), H5Sclose);
    for (hsize_t z = 0; z < sides[0]; z += slices)
        for (hsize_t y = 0; y < sides[1]; y += rows) {
            const Sides start{z, y, 0}, count{std::min(slices, sides[0] - z), std::min(rows, sides[1] - y), sides[2]};
            const Handle memory(H5Screate_simple(volumeAxes, count.data(), nullptr), H5Sclose);
            const bool isRead =
                memory.isThere() &&
                H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0 &&
                H5Dread(dataset, samples.inMemory, memory.get(), space.get(), H5P_DEFAULT, piece.data()) >= 0;
            if (!isRead) ::_exit(EXIT_FAILURE);
            answering::say(std::span(piece).first(static_cast<std::size_t>(count[0] * count[1] * rowBytes)));
        }
}

void sayList(const std::vector<Entry>& entries, Answer& answer) {
    answer.verdict = Verdict::read;
    answer.width = std::ssize(entries);
    answering::say(std::as_bytes(std::span(&answer, 1)));
    answering::say(std::as_bytes(std::span(entries)));
}

/// Answers, and throws Refused where there is no volume.
void answerTo(Question question, const std::string& wanted, Answer& answer) {
    const Handle file(H5Fopen("/proc/self/fd/0", H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file.isThere()) throw Refused{Verdict::notOpened, complaint()};
    if (question == Question::list) return sayList(Volumes(file.get()).entries(), answer);
    const Handle dataset = openDataset(file.get(), wanted);
    const std::vector<hsize_t> found = sidesOf(dataset.get());
    if (found.size() != volumeAxes) throw Refused{Verdict::otherAxes, sidesText(found)};
    const Sides sides{found[0], found[1], found[2]};
    const Samples samples = samplesOf(dataset.get());
    const hsize_t together = slicesTogether(dataset.get());
    answer.verdict = Verdict::read;
    answer.type = static_cast<std::uint32_t>(samples.type);
    takeSides(found, answer);
    takeVoxelSize(dataset.get(), answer);
    answering::say(std::as_bytes(std::span(&answer, 1)));
    const bool hasVoxels = sides[0] > 0 && sides[1] > 0 && sides[2] > 0;
    if (question == Question::voxels && hasVoxels) sayVoxels(dataset.get(), sides, samples, together);
}

}  // namespace

}  // namespace coarsen::hdf5

int main(int count, char** words) {
    using namespace coarsen::hdf5;
    if (count != 4 || !coarsen::answering::begin(words[1])) return EXIT_FAILURE;
    ::setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);  // a file that is only read needs none, and not every disk knows them
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);  // no filters but the library's own

    Answer answer;
    answer.seam = seamVersion;
    try {
        answerTo(static_cast<Question>(*words[2]), words[3], answer);
    } catch (const Refused& refused) {
        answer.verdict = refused.verdict;
        refused.words.copy(answer.words, sizeof answer.words - 1);
        coarsen::answering::say(std::as_bytes(std::span(&answer, 1)));
    }
    ::_exit(EXIT_SUCCESS);  // what the library would tidy up goes with the process
}
