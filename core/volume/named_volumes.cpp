// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/named_volumes.hpp"

#include "core/base/files.hpp"

namespace coarsen {

SeveralVolumes::SeveralVolumes(const std::filesystem::path& file, const std::string& reason, const std::string& remedy)
    : InputError(displayName(file), reason, remedy), file(file) {}

}  // namespace coarsen
