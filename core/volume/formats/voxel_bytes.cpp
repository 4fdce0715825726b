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

bool isGzipMark(std::span<const std::byte> start) {
    return start.size() >= 2 && start[0] == std::byte{0x1f} && start[1] == std::byte{0x8b};
}

}  // namespace

Packing packingOf(const std::filesystem::path& file) {
    return isGzipMark(FileReader(file).start(2)) ? Packing::gzip : Packing::none;
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
    std::array<std::byte, 2> start;
    isGzip_ = isGzipMark(std::span(start).first(readStored(start)));
    at_ = offset;
}

VoxelBytes::~VoxelBytes() {
    if (stream_) inflateEnd(stream_.get());
}

struct VoxelBytes::Mark {
    Mark() = default;
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    ~Mark() { inflateEnd(&stream); }

    z_stream stream{};
    std::uintmax_t at = 0;
    bool isGzip = false, isAtEnd = false;
};

std::shared_ptr<const VoxelBytes::Mark> VoxelBytes::mark() const {
    const auto mark = std::make_shared<Mark>();
    if (inflateCopy(&mark->stream, stream_.get()) != Z_OK) throw std::bad_alloc();
    mark->at = at_ - stream_->avail_in;
    mark->isGzip = isGzip_;
    mark->isAtEnd = isAtEnd_;
    return mark;
}

void VoxelBytes::goOnFrom(const Mark& mark) {
    inflateEnd(stream_.get());
    *stream_ = {};
    if (inflateCopy(stream_.get(), const_cast<z_stream*>(&mark.stream)) != Z_OK) throw std::bad_alloc();  // it only reads
    stream_->avail_in = 0;
    at_ = mark.at;
    isGzip_ = mark.isGzip;
    isAtEnd_ = mark.isAtEnd;
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
    if (!isGzip_) return false;
    if (stream_->avail_in < 2) fill();
    return isGzipMark(std::as_bytes(std::span(stream_->next_in, stream_->avail_in))) && inflateReset(stream_.get()) == Z_OK;
}

/// The next piece of the file, from what is not unpacked yet on.
void VoxelBytes::fill() {
    at_ -= stream_->avail_in;
    stream_->next_in = reinterpret_cast<Bytef*>(packed_.data());
    stream_->avail_in = static_cast<uInt>(readStored(packed_));
}

/// Zeros fill a file up to a whole block on tapes and some disks, and gzip passes over them, too.
void VoxelBytes::checkNothingFollows() {
    for (fill(); stream_->avail_in > 0; stream_->avail_in = 0, fill())
        if (std::ranges::any_of(std::span(stream_->next_in, stream_->avail_in), [](Bytef byte) { return byte != 0; }))
            throw damaged(file_, "there are bytes behind the end of its packed data");
}

std::size_t VoxelBytes::read(std::span<std::byte> to) {
    if (!stream_) return readStored(to);
    std::size_t done = 0;
    while (done < to.size() && !isAtEnd_) {
        if (stream_->avail_in == 0) fill();
        if (stream_->avail_in == 0) break;
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

void VoxelBytes::skip(std::uintmax_t count, const std::stop_token& stop) {
    if (!stream_) {
        at_ += count;
        return;
    }
    std::vector<std::byte> passed(static_cast<std::size_t>(std::min<std::uintmax_t>(count, packedPiece)));
    while (count > 0 && !stop.stop_requested()) {
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uintmax_t>(count, passed.size()));
        if (read(std::span(passed).first(wanted)) < wanted) return;
        count -= wanted;
    }
}

void VoxelBytes::checkEnd(std::uintmax_t following) {
    if (!stream_) return;
    std::vector<std::byte> rest(static_cast<std::size_t>(std::min<std::uintmax_t>(following + 1, packedPiece)));
    std::uintmax_t passed = 0;
    for (std::size_t got = rest.size(); got == rest.size() && passed <= following;)
        passed += got = read(rest);
    if (passed > following) throw damaged(file_, "its packed data are longer than its header promises");
    if (!isAtEnd_) throw damaged(file_, "it ends before the checksum of its packed data");
    if (passed < following)
        throw damaged(file_,
                      "its packed data are " + std::to_string(following - passed) + " bytes shorter than its header promises");
    checkNothingFollows();
}

}  // namespace coarsen::volumes
