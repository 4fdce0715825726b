// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/voxel_bytes.hpp"

#include "core/base/files.hpp"
#include "core/volume/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <system_error>
#include <utility>
#include <zlib.h>

namespace coarsen::volumes {

namespace {

constexpr std::size_t packedPiece = 256 << 10, unpackedPiece = std::size_t{1} << 30;  // zlib counts in 32 bits

InputError unreadable(const std::filesystem::path& file) {
    return InputError(displayName(file), "reading failed (" + std::generic_category().message(errno) + ")",
                      "check the disk or network folder");
}

}  // namespace

Packing packingOf(const std::filesystem::path& file) {
    const std::vector<std::byte> start = FileReader(file).start(2);
    const bool isGzip = start.size() == 2 && start[0] == std::byte{0x1f} && start[1] == std::byte{0x8b};
    return isGzip ? Packing::gzip : Packing::none;
}

VoxelBytes::VoxelBytes(std::filesystem::path file, Packing packing, std::uintmax_t offset)
    : file_(std::move(file)), packing_(packing), source_(::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), at_(offset) {
    if (source_.get() < 0) throw unreadable(file_);
    if (packing == Packing::none) return;
    stream_ = std::make_unique<z_stream>();
    constexpr int largestWindow = 15, gzipFrame = 16, eitherFrame = 32;
    if (inflateInit2(stream_.get(), largestWindow + (packing == Packing::gzip ? gzipFrame : eitherFrame)) != Z_OK)
        throw std::bad_alloc();
    packed_.resize(packedPiece);
}

VoxelBytes::~VoxelBytes() {
    if (stream_) inflateEnd(stream_.get());
}

std::size_t VoxelBytes::readStored(std::span<std::byte> to) {
    std::size_t done = 0;
    while (done < to.size()) {
        const ssize_t got = ::pread(source_.get(), to.data() + done, to.size() - done, static_cast<off_t>(at_ + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw unreadable(file_);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    at_ += done;
    return done;
}

/// A gzip file may hold several, one after the other, as programs write that pack on many threads.
bool VoxelBytes::beginsAgain() {
    if (packing_ != Packing::gzip) return false;
    if (stream_->avail_in < 2) {  // a rest of one byte is no other file
        std::array<std::byte, 2> following;
        at_ -= stream_->avail_in;
        stream_->avail_in = 0;
        const bool isThere = readStored(following) == 2 && following[0] == std::byte{0x1f} && following[1] == std::byte{0x8b};
        if (!isThere) return false;
        at_ -= 2;
    } else if (stream_->next_in[0] != 0x1f || stream_->next_in[1] != 0x8b) {
        return false;
    }
    return inflateReset(stream_.get()) == Z_OK;
}

std::size_t VoxelBytes::read(std::span<std::byte> to) {
    if (!stream_) return readStored(to);
    std::size_t done = 0;
    while (done < to.size() && !isAtEnd_) {
        if (stream_->avail_in == 0) {
            stream_->next_in = reinterpret_cast<Bytef*>(packed_.data());
            stream_->avail_in = static_cast<uInt>(readStored(packed_));
            if (stream_->avail_in == 0) break;
        }
        const std::size_t wanted = std::min(to.size() - done, unpackedPiece);
        stream_->next_out = reinterpret_cast<Bytef*>(to.data() + done);
        stream_->avail_out = static_cast<uInt>(wanted);
        const int outcome = inflate(stream_.get(), Z_NO_FLUSH);
        done += wanted - stream_->avail_out;
        if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
        if (outcome == Z_STREAM_END)
            isAtEnd_ = !beginsAgain();
        else if (outcome != Z_OK && outcome != Z_BUF_ERROR)
            throw damaged(file_, std::string("its packed data are broken") +
                                     (stream_->msg ? ": " + std::string(stream_->msg) : std::string()));
    }
    return done;
}

void VoxelBytes::skip(std::uintmax_t count) {
    if (!stream_) {
        at_ += count;
        return;
    }
    std::vector<std::byte> passed(static_cast<std::size_t>(std::min<std::uintmax_t>(count, packedPiece)));
    while (count > 0) {
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uintmax_t>(count, passed.size()));
        if (read(std::span(passed).first(wanted)) < wanted) return;
        count -= wanted;
    }
}

void VoxelBytes::checkEnd() {
    std::byte more{};
    const bool hasMore = stream_ && read(std::span(&more, 1)) == 1;
    if (stream_ && !hasMore && !isAtEnd_) throw damaged(file_, "it ends before the checksum of its packed data");
}

}  // namespace coarsen::volumes
