// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.hpp"
#include "core/image/conventions/instrument_tags.hpp"

#include <tiffio.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>
// For .cpp files of this folder only: no public header of ours includes libtiff.

namespace coarsen::formats {

/// A TIFF in memory or in its file, opened by libtiff, which reports to this object alone: nothing is printed, no thread sees
/// another's error.
class TiffFile {
public:
    /// Opens the first page. Throws InputError. `bytes` must outlive the object.
    TiffFile(std::span<const std::byte> bytes, const std::filesystem::path& file);
    /// The same of a file of which only what is asked for is read: its directories, for who does not decode. `reader` must
    /// outlive the object.
    explicit TiffFile(const FileReader& reader);
    /// Opens the page whose directory stands at `directory`, as if it were the first: the chain before it is not walked.
    TiffFile(std::span<const std::byte> bytes, const std::filesystem::path& file, std::uint64_t directory);
    ~TiffFile();
    TiffFile(const TiffFile&) = delete;
    TiffFile& operator=(const TiffFile&) = delete;

    TIFF* handle() const { return tiff_; }
    std::span<const std::byte> bytes() const { return source_->bytes; }  ///< none of a file that is read by pieces
    const std::filesystem::path& file() const { return file_; }

    /// libtiff's first complaint since it was last cleared; empty when there is none.
    std::string complaint() const { return source_->complaint; }
    void clearComplaint() { source_->complaint[0] = '\0'; }

    /// A tag's value, or its default as TIFF 6.0 has it, or `otherwise`.
    template <typename T>
    T tag(std::uint32_t name, T otherwise) const {
        T value{};
        return TIFFGetFieldDefaulted(tiff_, name, &value) ? value : otherwise;
    }
    std::string text(std::uint32_t name) const;
    /// A text in a tag that libtiff does not know; empty where it holds no text.
    std::string foreignText(std::uint32_t name) const;
    /// True where the directory has a tag that libtiff does not know.
    bool hasForeign(std::uint32_t name) const;
    /// Reads the instruments' tags of the current directory as they lie in the file: libtiff takes a tag's type and count at
    /// their word, which MetaMorph, TVIPS and Olympus do not keep. What they point to is read by this object, which must outlive
    /// them.
    conventions::InstrumentTags instrumentTags() const;
    /// Bytes of the file; fewer where it ends.
    std::vector<std::byte> bytesAt(std::size_t offset, std::size_t count) const;

private:
    /// State that libtiff's callbacks see.
    struct Source {
        std::span<const std::byte> bytes;
        const FileReader* reader = nullptr;  // instead of bytes
        std::size_t at = 0;
        std::vector<std::byte> header = {};  // read in place of the file's own
        char complaint[256] = "";

        std::size_t size() const { return reader ? reader->size() : bytes.size(); }
    };
    void open();
    static tmsize_t read(thandle_t handle, void* to, tmsize_t size);
    static toff_t seek(thandle_t handle, toff_t offset, int whence);
    static int map(thandle_t handle, void** base, toff_t* size);

    const std::filesystem::path& file_;
    std::unique_ptr<Source> source_;
    TIFF* tiff_ = nullptr;
};

}  // namespace coarsen::formats
