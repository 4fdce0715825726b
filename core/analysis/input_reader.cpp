// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/input_reader.hpp"

#include "core/image/decode.hpp"
#include "core/volume_files/volume_files.hpp"

namespace coarsen {

/// As in a set of files of several pages each.
bool InputReader::isBesideOthersOfItsFile(int frame) const {
    const auto isOfTheSame = [&](int other) {
        return other >= 0 && other < std::ssize(series_.frames) && source(other).file == source(frame).file;
    };
    return isOfTheSame(frame - 1) || isOfTheSame(frame + 1);
}

std::shared_ptr<const SharedFile> InputReader::file(int frame, InputFacts& facts) {
    const bool isForMany = sharesOneFile_ || isBesideOthersOfItsFile(frame);
    auto file = pictureFile(source(frame).file, isForMany);
    kept_ = isForMany || file->staysInPlace() ? file : nullptr;
    const bool hasDataBeside = inputFiles(source(frame).file).size() > 1;
    facts.hash = hasDataBeside ? inputSha256(source(frame).file, stop_) : file->sha256();
    if (stop_.stop_requested()) return nullptr;
    facts.size = hasDataBeside ? inputBytes(source(frame).file) : file->size();
    return file;
}

void InputReader::hashVolume(int frame, InputFacts& facts) {
    const FrameSource& volume = source(frame);
    if (volume.file != hashedFile_) {
        hashed_ = {.hash = inputSha256(volume.file, stop_), .channelsHash = {}, .size = inputBytes(volume.file)};
        std::vector<std::string> sums;
        for (const std::filesystem::path& slice : furtherFiles(volume))
            sums.push_back(inputSha256(slice, stop_));
        if (stop_.stop_requested()) return;
        if (!sums.empty()) hashed_.channelsHash = sha256OfAll(sums);
        hashedFile_ = volume.file;
    }
    facts.hash = hashed_.hash;
    facts.channelsHash = hashed_.channelsHash;
    facts.size = hashed_.size;
}

RawImage InputReader::picture(int frame, const SharedFile& file, bool withChannels, InputFacts& facts) {
    if (!withChannels) return framePicture(source(frame), false, file);
    keptChannels_ = channelFiles(source(frame), keptChannels_);
    std::vector<std::string> sums;
    for (const ChannelFile& channel : keptChannels_)
        sums.push_back(channel.read->sha256());
    if (stop_.stop_requested()) return {};
    facts.channelsHash = sha256OfAll(sums);
    return framePicture(source(frame), file, keptChannels_);
}

}  // namespace coarsen
