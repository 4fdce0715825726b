// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// Lets the allocator keep what is freed instead of giving it back to the system after every frame: a series asks for the same
/// few megabytes again and again, and getting fresh pages took a tenth of a frame's time. For the programs' main functions.
void keepFreedMemory();

/// Gives back all the same what the threads of one heavy moment have freed: each keeps its own heap, on 16 cores 100 MB in all.
void giveBackFreedMemory();

/// Larger blocks go back to the system when they are freed: kept in the heap, the planes of large frames leave holes.
inline constexpr std::size_t largestKeptBlock = std::size_t{16} << 20;

/// Largest memory that this process may have, bytes: the machine's memory, its control group's or its address space, whichever is
/// least.
std::size_t memoryThatThereIs();

/// The memory that measuring may take, bytes: half of what there is, until it is set.
std::size_t memoryBudget();
void setMemoryBudget(std::size_t bytes);

/// "4GB", "500 MB", "1.5GiB" in bytes (all by 1024s, as the windows of systems count); nothing where it is no such text.
std::optional<std::size_t> bytesFromText(std::string_view text);

/// "3.1 GB", "450 MB".
std::string bytesText(std::size_t bytes);

/// Throws SettingError where so little address space is allowed (ulimit -v) that libraries abort before anything can be said.
void requireAddressSpace(std::size_t leastBytes);

}  // namespace coarsen
