// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "core/series/image_series.hpp"
#include "core/volume/hdf5_program/hdf5_reader.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <hdf5.h>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using test::refusal;
using testing::HasSubstr;

using Sides = std::vector<hsize_t>;  // z, y, x

/// A file made with the library itself.
class MadeHdf5 {
public:
    MadeHdf5() : file_(H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
    ~MadeHdf5() { close(); }
    MadeHdf5(const MadeHdf5&) = delete;
    MadeHdf5& operator=(const MadeHdf5&) = delete;

    fs::path path() const { return folder_ / "a.h5"; }
    fs::path other(const std::string& name) const { return folder_ / name; }
    hid_t id() const { return file_; }

    /// A dataset that counts up, stored as `type`; deflated in chunks where they have sides.
    void add(const std::string& name, const Sides& sides, hid_t type, const Sides& chunk = {}) const {
        hsize_t count = 1;
        for (const hsize_t side : sides)
            count *= side;
        addNumbers(name, sides, type, test::countingUp(count), chunk);
    }
    void addNumbers(const std::string& name, const Sides& sides, hid_t type, const std::vector<double>& numbers,
                    const Sides& chunk = {}) const {
        const hid_t space = H5Screate_simple(static_cast<int>(sides.size()), sides.data(), nullptr),
                    plan = H5Pcreate(H5P_DATASET_CREATE);
        const hid_t links = H5Pcreate(H5P_LINK_CREATE);
        H5Pset_create_intermediate_group(links, 1);
        if (!chunk.empty()) {
            H5Pset_chunk(plan, static_cast<int>(chunk.size()), chunk.data());
            H5Pset_shuffle(plan);
            H5Pset_deflate(plan, 6);
        }
        const hid_t dataset = H5Dcreate2(file_, name.c_str(), type, space, links, plan, H5P_DEFAULT);
        if (!numbers.empty()) H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
        H5Dclose(dataset);
        H5Pclose(links);
        H5Pclose(plan);
        H5Sclose(space);
    }
    void setVoxelSize(const std::string& name, const std::vector<double>& zyx) const { set(name, "element_size_um", zyx); }
    /// An attribute of an object.
    void set(const std::string& name, const char* key, const std::vector<double>& numbers) const {
        const hsize_t count = numbers.size();
        const hid_t object = H5Oopen(file_, name.c_str(), H5P_DEFAULT), space = H5Screate_simple(1, &count, nullptr);
        const hid_t attribute = H5Acreate2(object, key, H5T_IEEE_F32BE, space, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, H5T_NATIVE_DOUBLE, numbers.data());
        H5Aclose(attribute);
        H5Sclose(space);
        H5Oclose(object);
    }
    void set(const std::string& name, const char* key, const std::vector<std::string>& texts, bool isOfAnyLength = true) const {
        const hid_t object = H5Oopen(file_, name.c_str(), H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
        const hsize_t count = texts.size();
        const hid_t space = texts.size() == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr);
        constexpr std::size_t room = 200;
        H5Tset_size(type, isOfAnyLength ? H5T_VARIABLE : room);
        const hid_t attribute = H5Acreate2(object, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
        std::vector<const char*> places;
        std::string letters;
        for (const std::string& text : texts) {
            places.push_back(text.c_str());
            letters += text + std::string(room - text.size(), '\0');
        }
        H5Awrite(attribute, type, isOfAnyLength ? static_cast<const void*>(places.data()) : letters.data());
        H5Aclose(attribute);
        H5Sclose(space);
        H5Tclose(type);
        H5Oclose(object);
    }
    void close() {
        if (file_ >= 0) H5Fclose(file_);
        file_ = -1;
    }

private:
    TemporaryFolder folder_;
    hid_t file_;
};

VolumeChoice dataset(const std::string& name) {
    VolumeChoice choice;
    choice.dataset = name;
    return choice;
}

TEST(Hdf5, ReadsEveryTypeInBothOrdersWholeOrInChunks) {
    const std::tuple<hid_t, hid_t, SampleType> types[] = {
        {H5T_STD_U8LE, H5T_STD_U8BE, SampleType::u8},      {H5T_STD_I8LE, H5T_STD_I8BE, SampleType::s8},
        {H5T_STD_U16LE, H5T_STD_U16BE, SampleType::u16},   {H5T_STD_I16LE, H5T_STD_I16BE, SampleType::s16},
        {H5T_STD_U32LE, H5T_STD_U32BE, SampleType::u32},   {H5T_STD_I32LE, H5T_STD_I32BE, SampleType::s32},
        {H5T_IEEE_F32LE, H5T_IEEE_F32BE, SampleType::f32}, {H5T_IEEE_F64LE, H5T_IEEE_F64BE, SampleType::f64},
        {H5T_STD_I64LE, H5T_STD_U64BE, SampleType::f64}};
    for (const auto& [little, big, type] : types)
        for (const hid_t order : {little, big})
            for (const Sides& chunk : {Sides{}, Sides{3, 2, 2}}) {
                MadeHdf5 made;
                made.add("/group/volume", {5, 4, 3}, order, chunk);
                made.close();
                const VolumeHeader header = volumeHeader(made.path());
                EXPECT_EQ(header.size, (VolumeSize{3, 4, 5}));
                EXPECT_EQ(header.type, type);
                EXPECT_EQ(header.format, "HDF5");
                EXPECT_EQ(header.spacing, Spacing{});
                EXPECT_THAT(header.remark, testing::IsEmpty());
                EXPECT_THAT(test::valuesOf(readVolume(made.path())),
                            testing::Pointwise(testing::FloatEq(), test::countingUp(60)));
            }
}

TEST(Hdf5, StatesTheSizeOfAVoxel) {
    MadeHdf5 made;
    made.add("a", {2, 2, 2}, H5T_STD_U8LE);
    made.setVoxelSize("a", {3, 2, 0.5});
    made.add("b", {2, 2, 2}, H5T_STD_U8LE);
    made.setVoxelSize("b", {3, 0, 0.5});
    made.add("c", {2, 2, 2}, H5T_STD_U8LE);
    made.setVoxelSize("c", {3, 1});
    made.close();
    EXPECT_EQ(readVolume(made.path(), dataset("a")).spacing(), (Spacing{0.5, 2, 3, true}));
    EXPECT_EQ(readVolume(made.path(), dataset("/b")).spacing(), Spacing{});
    EXPECT_EQ(readVolume(made.path(), dataset("c")).spacing(), Spacing{});
}

TEST(Hdf5, FourAxesAreVolumesAtTimesAndSidesOfOneCountNothing) {
    MadeHdf5 made;
    made.add("a", {3, 4, 2, 2}, H5T_STD_U16LE, {1, 2, 2, 2});
    made.close();
    EXPECT_EQ(volumeHeader(made.path()).times, 3);
    EXPECT_EQ(volumeHeader(made.path()).size, (VolumeSize{2, 2, 4}));
    VolumeChoice last;
    last.time = 2;
    EXPECT_EQ(readVolume(made.path(), last).at(1, 0, 3), 2 * 16 + 3 * 4 + 1);
    MadeHdf5 ones;
    ones.add("a", {1, 4, 2, 2, 1}, H5T_STD_U8LE);
    ones.close();
    EXPECT_EQ(volumeHeader(ones.path()).times, 1);
    EXPECT_EQ(readVolume(ones.path()).at(1, 1, 3), 15);
}

TEST(Hdf5, AxesAreThoseThatAreNamed) {
    const std::string tags = R"({"axes": [{"key": "z", "typeFlags": 2}, {"key": "y"}, {"key": "x"}, {"key": "c"}]})";
    for (const bool isOfAnyLength : {true, false}) {
        MadeHdf5 made;
        made.add("exported_data", {4, 3, 2, 2}, H5T_STD_U8LE);
        made.set("exported_data", "axistags", std::vector<std::string>{tags}, isOfAnyLength);
        made.close();
        const VolumeHeader header = volumeHeader(made.path());
        EXPECT_EQ(header.size, (VolumeSize{2, 3, 4}));
        EXPECT_EQ(header.channels, 2);
        VolumeChoice second;
        second.channel = 1;
        EXPECT_EQ(readVolume(made.path(), second).at(1, 0, 0), 3);
    }
    MadeHdf5 labels;
    labels.add("a", {2, 3, 4}, H5T_STD_U8LE);
    labels.set("a", "DIMENSION_LABELS", std::vector<std::string>{"time", "y", "x"});
    labels.close();
    EXPECT_EQ(decode(labels.path(), 1).image.at(0, 0), 12);
    EXPECT_EQ(imageHeader(labels.path()).pages, 2);
    MadeHdf5 turned;
    turned.add("a", {2, 3, 4}, H5T_STD_U8LE);
    turned.set("a", "axes", std::vector<std::string>{"xyz"});
    turned.close();
    EXPECT_THAT(refusal(turned.path(), dataset("a")), HasSubstr("other axes than t, z, y and x in this order (4 x 3 x 2)"));
}

TEST(Hdf5, NumbersWithoutAUnitGiveAShape) {
    MadeHdf5 made;
    made.add("a", {2, 2, 2}, H5T_STD_U8LE);
    made.set("a", "spacing", std::vector<double>{1.5, 0.5, 0.5});
    made.close();
    EXPECT_EQ(volumeHeader(made.path()).spacing, (Spacing{0.5, 0.5, 1.5, false}));
    EXPECT_EQ(volumeHeader(made.path()).withoutUnit, "spacing");
}

TEST(Hdf5, EmdAndNexusDescribeEachAxis) {
    MadeHdf5 emd;
    emd.add("/data/image/data", {3, 8, 2, 2}, H5T_STD_U8LE);
    emd.add("/data/image/other", {4, 4}, H5T_STD_U8LE);
    emd.set("/data/image", "emd_group_type", std::vector<double>{1});
    emd.addNumbers("/data/image/dim1", {3}, H5T_IEEE_F64LE, {0, 60, 120});
    emd.addNumbers("/data/image/dim2", {8}, H5T_IEEE_F64LE, {0, 2, 4, 6, 8, 10, 12, 14});
    for (const char* const name : {"dim3", "dim4"})
        emd.addNumbers(std::string("/data/image/") + name, {2}, H5T_IEEE_F64LE, {5, 5.5});
    emd.set("/data/image/dim1", "units", std::vector<std::string>{"[s]"});
    for (const char* const name : {"dim2", "dim3", "dim4"})
        emd.set(std::string("/data/image/") + name, "units", std::vector<std::string>{"[n_m]"});
    emd.close();
    const VolumeHeader header = volumeHeader(emd.path());
    EXPECT_EQ(header.times, 3);
    EXPECT_EQ(header.intervalS, std::optional(60.0));
    EXPECT_TRUE(header.spacing.isInUm);
    EXPECT_NEAR(header.spacing.x, 5e-4, 1e-12);
    EXPECT_NEAR(header.spacing.z, 2e-3, 1e-12);

    MadeHdf5 nexus;
    nexus.add("/entry/data/counts", {2, 3, 4}, H5T_STD_U8LE);
    nexus.add("/entry/noise", {2, 3, 4, 5}, H5T_STD_U8LE);
    nexus.set("/entry/data", "NX_class", std::vector<std::string>{"NXdata"});
    nexus.set("/entry/data", "axes", std::vector<std::string>{"z", "y", "x"});
    for (const auto& [name, count] : {std::pair{"z", 2u}, {"y", 3u}, {"x", 4u}}) {
        nexus.addNumbers(std::string("/entry/data/") + name, {count}, H5T_IEEE_F32LE, test::countingUp(count));
        nexus.set(std::string("/entry/data/") + name, "units", std::vector<std::string>{"um"});
    }
    nexus.close();
    EXPECT_EQ(volumeHeader(nexus.path()).spacing, (Spacing{1, 1, 1, true}));
}

TEST(Hdf5, ColoursOfAPictureAreChannels) {
    MadeHdf5 made;
    made.add("/rgb", {8, 9, 3}, H5T_STD_U8LE);
    made.close();
    const ImageSeries series = openSeries({made.path()});
    EXPECT_FALSE(series.volumes);
    ASSERT_EQ(series.frames.size(), 1u);
    EXPECT_EQ(series.frames.front().channelPages.size(), 3u);
    EXPECT_EQ(decode(made.path(), 2).image.at(1, 0), 5);
}

TEST(Hdf5, SaysWhichOfSeveralIsReadAndPicturesAreNotGuessed) {
    MadeHdf5 made;
    made.add("/data", {3, 8, 9, 9}, H5T_STD_U8LE);
    made.add("/mask", {8, 9, 9}, H5T_STD_U8LE);
    made.close();
    EXPECT_THAT(volumeHeader(made.path()).remark, HasSubstr("Of its datasets /mask is read; --dataset takes another."));
    MadeHdf5 pictures;
    pictures.add("/a", {9, 9}, H5T_STD_U8LE);
    pictures.add("/b", {9, 9}, H5T_STD_U8LE);
    pictures.close();
    EXPECT_THAT(refusal(pictures.path()),
                HasSubstr("several pictures that could be meant; choose one by --dataset: /a (9 x 9), /b (9 x 9)"));
}

TEST(Hdf5, PicturesAreReadAsSuch) {
    MadeHdf5 made;
    made.add("/data", {3, 4}, H5T_STD_U16LE);
    made.close();
    const RawImage raw = decode(made.path());
    EXPECT_EQ(raw.image.type(), PixelType::u16);
    EXPECT_EQ(raw.image.at(3, 2), 11);
    EXPECT_FALSE(openSeries({made.path()}).volumes);
    EXPECT_THAT(refusal(made.path()), HasSubstr("that is a picture"));
}

TEST(Hdf5, ListsWhatMayBeChosen) {
    MadeHdf5 made;
    made.add("/first", {2, 3, 4}, H5T_STD_U16LE);
    made.setVoxelSize("/first", {3, 2, 0.5});
    made.add("/group/second", {5, 3, 4}, H5T_IEEE_F32LE);
    made.add("/plane", {3, 4}, H5T_STD_U8LE);
    made.add("/one slice", {1, 3, 4}, H5T_STD_U8LE);
    made.close();
    const std::vector<NamedVolume> list = namedVolumes(made.path());
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].name, "/first");
    EXPECT_EQ(list[0].header.size, (VolumeSize{4, 3, 2}));
    EXPECT_EQ(list[0].header.type, SampleType::u16);
    EXPECT_EQ(list[0].header.spacing, (Spacing{0.5, 2, 3, true}));
    EXPECT_EQ(list[1].name, "/group/second");
    EXPECT_EQ(list[1].header.size, (VolumeSize{4, 3, 5}));
    EXPECT_EQ(list[1].header.type, SampleType::f32);
    EXPECT_FALSE(list[1].header.spacing.isInUm);
    EXPECT_TRUE(namedVolumes(test::MadeFile("a.nii", test::niftiOf({})).path()).empty());
}

TEST(Hdf5, OneOfSeveralIsChosenByItsPath) {
    MadeHdf5 made;
    made.add("/first", {2, 3, 4}, H5T_STD_U8LE);
    made.add("/group/second", {5, 3, 4}, H5T_STD_U8LE);
    made.add("/plane", {3, 4}, H5T_STD_U8LE);
    made.close();
    EXPECT_EQ(readVolume(made.path(), dataset("/group/second")).size(), (VolumeSize{4, 3, 5}));
    EXPECT_EQ(readVolume(made.path(), dataset("group/second")).size(), (VolumeSize{4, 3, 5}));
    EXPECT_THAT(refusal(made.path()),
                HasSubstr("a.h5: it has several datasets that could be meant; choose one by --dataset: /first (4 "
                          "x 3 x 2), /group/second (4 x 3 x 5)"));
    EXPECT_THAT(refusal(made.path(), dataset("/nowhere")),
                HasSubstr("it has no dataset '/nowhere'; choose one by --dataset: /first (4 x 3 x 2)"));
    EXPECT_THAT(refusal(made.path(), dataset("/group")), HasSubstr("it has no dataset '/group'"));
    EXPECT_THAT(refusal(made.path(), dataset("/plane")), HasSubstr("one slice (4 x 3 x 1 voxels): that is a picture"));
    try {
        readVolume(made.path());
        ADD_FAILURE();
    } catch (const SeveralVolumes& several) {
        EXPECT_EQ(several.file, made.path());
    }
    VolumeChoice later = dataset("/first");
    later.time = 1;
    EXPECT_THAT(refusal(made.path(), later), HasSubstr("it has no time 1"));
}

TEST(Hdf5, FilesWithoutAVolumeAreRefused) {
    MadeHdf5 made;
    made.add("/plane", {3, 4}, H5T_STD_U8LE);
    made.add("/text", {2, 2, 2}, H5T_C_S1, {});
    made.add("/flat", {1, 4, 3}, H5T_STD_U8LE);
    made.close();
    EXPECT_THAT(refusal(made.path(), dataset("/text")), HasSubstr("'/text' holds other things than numbers"));
    EXPECT_THAT(refusal(made.path(), dataset("/flat")), HasSubstr("one slice"));
    EXPECT_THAT(refusal(made.path()), HasSubstr("one slice")) << "the only one of three axes";
    MadeHdf5 empty;
    empty.close();
    EXPECT_THAT(refusal(empty.path()), HasSubstr("it has no dataset of two to five axes and numbers"));
}

TEST(Hdf5, WhatIsNoNumberIsMasked) {
    std::vector<double> numbers = test::countingUp(8);
    numbers[3] = std::nan("");
    MadeHdf5 made;
    made.addNumbers("a", {2, 2, 2}, H5T_IEEE_F32LE, numbers);
    made.close();
    const Volume volume = readVolume(made.path());
    EXPECT_FALSE(volume.isValid(1, 1, 0));
    EXPECT_TRUE(volume.isValid(0, 1, 0));
}

TEST(Hdf5, VoxelsInOtherFilesAreNotRead) {
    MadeHdf5 made;
    std::ofstream(made.other("outside.raw")) << "12345678";
    const Sides sides{2, 2, 2};
    const hid_t space = H5Screate_simple(3, sides.data(), nullptr), plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(plan, made.other("outside.raw").c_str(), 0, 8);
    H5Dclose(H5Dcreate2(made.id(), "outside", H5T_STD_U8LE, space, H5P_DEFAULT, plan, H5P_DEFAULT));
    H5Pclose(plan);
    H5Sclose(space);
    H5Lcreate_external("b.h5", "/a", made.id(), "link", H5P_DEFAULT, H5P_DEFAULT);
    made.close();
    EXPECT_THAT(refusal(made.path(), dataset("outside")), HasSubstr("the voxels of its dataset 'outside' are in other files"));
    EXPECT_THAT(refusal(made.path(), dataset("link")), HasSubstr("it has no dataset 'link'"));
}

/// A filter that the program does not have, which turns every bit; as h5py's lzf it may be left out of a chunk, as of the first.
std::size_t turned(unsigned flags, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void** buffer) {
    static int chunks = 0;
    if ((flags & H5Z_FLAG_REVERSE) == 0 && chunks++ == 0) return 0;
    for (std::size_t i = 0; i < bytes; ++i)
        static_cast<unsigned char*>(*buffer)[i] ^= 0xFF;
    return bytes;
}

TEST(Hdf5, AFilterThatIsNotThereIsNamed) {
    constexpr H5Z_filter_t number = 32000;
    const H5Z_class2_t filter{H5Z_CLASS_T_VERS, number, 1, 1, "lzf", nullptr, nullptr, turned};
    H5Zregister(&filter);
    MadeHdf5 made;
    const hsize_t sides[] = {4, 4, 4}, chunk[] = {2, 4, 4};
    const hid_t space = H5Screate_simple(3, sides, nullptr), plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(plan, 3, chunk);
    H5Pset_filter(plan, number, H5Z_FLAG_OPTIONAL, 0, nullptr);
    const hid_t dataset = H5Dcreate2(made.id(), "v", H5T_STD_U8LE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    const std::vector<double> numbers = test::countingUp(64);
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
    H5Dclose(dataset);
    H5Pclose(plan);
    H5Sclose(space);
    made.close();
    EXPECT_THAT(refusal(made.path()),
                testing::AllOf(HasSubstr("its dataset is packed by lzf, filter 32000, which the HDF5 library does not have here"),
                               HasSubstr("h5repack -f GZIP=4"), testing::Not(HasSubstr("damaged"))));
}

TEST(Hdf5, ADatasetOfANewerLibraryIsNamed) {
    MadeHdf5 made;
    made.add("v", {4, 4, 4}, H5T_STD_U8LE);
    made.close();
    const auto bytes = readWhole(made.path());
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string layout{3, 1};  // version and kind of how the voxels lie, behind the message's 8 bytes: type 8, its length
    std::size_t at = 0;
    do {
        at = text.find(layout, at + 1);
    } while (at != std::string::npos && !(text[at - 8] == 8 && text[at - 7] == 0));
    ASSERT_NE(at, std::string::npos);
    text[at] = 9;
    writeWhole(made.path(), std::string_view(text));
    for (const VolumeChoice& choice : {VolumeChoice(), dataset("/v")})
        EXPECT_THAT(refusal(made.path(), choice),
                    testing::AllOf(HasSubstr("cannot open its dataset '/v' ("), HasSubstr("libver='earliest'")));
}

TEST(Hdf5, PromisesAreNotBelieved) {
    MadeHdf5 made;
    made.addNumbers("huge", {4000, 1000, 1000}, H5T_STD_U8LE, {}, {1, 10, 10});  // nothing of it is stored
    made.close();
    EXPECT_THAT(refusal(made.path()), HasSubstr("promises 1000 x 1000 x 4000 voxels, far more than its"));
}

TEST(Hdf5, CutAndDamagedFilesAreRefusedOrRead) {
    MadeHdf5 made;
    made.add("a", {8, 8, 8}, H5T_STD_U16LE, {4, 4, 4});
    made.close();
    std::ifstream stream(made.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    for (std::size_t count = 8; count < bytes.size(); count += bytes.size() / 10) {
        std::ofstream(made.other("cut.h5"), std::ios::binary) << bytes.substr(0, count);
        EXPECT_NE(refusal(made.other("cut.h5")), "") << count;
    }
    std::ofstream(made.other("cut.h5"), std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    EXPECT_THAT(refusal(made.other("cut.h5")), HasSubstr("it is damaged (truncated file"));
    for (std::size_t at = 8; at < bytes.size(); at += 97) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        std::ofstream(made.other("damaged.h5"), std::ios::binary) << damaged;
        refusal(made.other("damaged.h5"));  // either is right, but no end of ours
    }
}

class Hdf5Program : public testing::Test {
protected:
    /// Words by which a program that does what the script says is refused.
    std::string refusalOf(const std::string& script) const {
        std::ofstream(folder_ / "stand-in") << "#!/bin/sh\n" << script << "\n";
        fs::permissions(folder_ / "stand-in", fs::perms::owner_all);
        std::ofstream(folder_ / "a.h5") << "some bytes of a file";
        try {
            hdf5::ask(folder_ / "stand-in", folder_ / "a.h5", {});
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    }
    std::string refusalOf(const hdf5::Answer& answer, std::size_t bytes) const {
        std::ofstream(folder_ / "answer", std::ios::binary)
            .write(reinterpret_cast<const char*>(&answer), sizeof answer)
            .write(std::string(bytes, 'x').data(), static_cast<std::streamsize>(bytes));
        return refusalOf("cat '" + (folder_ / "answer").string() + "' >&3");
    }

    TemporaryFolder folder_;
};

TEST_F(Hdf5Program, ThatBreaksDownLiesOrIsNotThereIsSaid) {
    EXPECT_THAT(refusalOf("kill -SEGV $$"),
                HasSubstr("a.h5: it is damaged (the HDF5 library crashed while reading it: Segmentation fault)"));
    EXPECT_THAT(refusalOf("exit 1"), HasSubstr("the HDF5 library cannot read all its voxels"));
    EXPECT_THAT(refusalOf("exit 127"), HasSubstr("Coarsen cannot read HDF5 files here: its program coarsen-hdf5 does not start"));
    EXPECT_THAT(refusalOf("echo nonsense >&3"), HasSubstr("cannot read all its voxels"));
    EXPECT_THROW(hdf5::ask(folder_ / "missing", folder_ / "a.h5", {}), InputError);

    hdf5::Answer answer;
    answer.seam = hdf5::seamVersion;
    answer.verdict = hdf5::Verdict::read;
    answer.shape.width = answer.shape.height = answer.shape.depth = 4;
    EXPECT_EQ(refusalOf(answer, 64), "");
    EXPECT_THAT(refusalOf(answer, 63), HasSubstr("cannot read all its voxels"));
    answer.shape.type = 8;
    EXPECT_THAT(refusalOf(answer, 64), HasSubstr("what the HDF5 library says of it cannot be"));
    answer.shape.type = 0;
    answer.shape.depth = -4;
    EXPECT_THAT(refusalOf(answer, 64), HasSubstr("declares 4 x 4 x -4 voxels"));
    answer.shape.depth = 1 << 20;
    EXPECT_THAT(refusalOf(answer, 64), HasSubstr("far more than its 20 bytes can hold"));
    answer.verdict = static_cast<hdf5::Verdict>(99);
    EXPECT_THAT(refusalOf(answer, 64), HasSubstr("cannot be"));
    answer.verdict = hdf5::Verdict::damaged;
    std::memset(answer.words, 'w', sizeof answer.words);  // which do not end
    EXPECT_THAT(refusalOf(answer, 64), HasSubstr("it is damaged (www"));
    answer.seam = 1;
    EXPECT_THAT(refusalOf(answer, 64), HasSubstr("belongs to another version of Coarsen"));
}

}  // namespace
}  // namespace coarsen
