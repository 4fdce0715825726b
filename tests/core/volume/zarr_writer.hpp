// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <filesystem>
#include <string>

/// Zarr stores, made without the code that reads them.
namespace coarsen::test {

/// Writes the file and the folders that it lies in.
void putFile(const std::filesystem::path& file, const std::string& bytes);

/// The text of a .zarray; `more` are further members.
std::string zarray(const std::string& shape, const std::string& chunks, const std::string& type,
                   const std::string& compressor = "null", const std::string& more = "");

/// The message of the InputError that a function throws; "" where it throws none.
template <typename Function>
std::string zarrRefusal(const Function& function) {
    try {
        function();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace coarsen::test
