// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limited_process.hpp"
#include "core/image/raw_program/raw_answer.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Coarsen's side of coarsen-raw. `file` serves messages.
namespace coarsen::raw {

struct Picture {
    int width = 0, height = 0, colours = 0;
    std::vector<std::uint16_t> samples;  ///< colours side by side; none where only the size was asked for
};

/// Asks the program for a picture of `size` bytes that the file `descriptor` holds. Throws InputError, also where the program is
/// missing, breaks down over the picture or does not come to an end; std::bad_alloc where there is not enough memory.
Picture askProgram(Question question, int descriptor, std::size_t size, const std::filesystem::path& file);

/// The same, of the picture in memory.
Picture askProgram(Question question, std::span<const std::byte> picture, const std::filesystem::path& file);

/// The same, of any program and within these limits.
Picture ask(const std::filesystem::path& program, Question question, int descriptor, const ProcessLimits& limits,
            const std::filesystem::path& file);

/// Takes an answer apart that may be any bytes: `next` gives the next of them, or says that there are no more. Nothing where the
/// answer ends too soon. Throws InputError where it refuses the picture, or cannot be true.
std::optional<Picture> pictureFrom(const std::function<bool(std::span<std::byte>)>& next, Question question,
                                   const std::filesystem::path& file);

}  // namespace coarsen::raw
