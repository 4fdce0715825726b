// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/picture_fault.hpp"

#include "core/base/error.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace coarsen {

namespace {

constexpr std::array<std::string_view, 10> faultNames = {"none",      "column-comb",  "row-comb",    "column-bands",
                                                         "row-bands", "line-stripes", "two-lengths", "false-colour",
                                                         "surround",  "spectrum"};

}  // namespace

std::string_view nameOf(PictureFault fault) {
    return faultNames[static_cast<std::size_t>(fault)];
}

PictureFault pictureFaultNamed(std::string_view name) {
    for (std::size_t i = 0; i < faultNames.size(); ++i)
        if (faultNames[i] == name) return static_cast<PictureFault>(i);
    throw InputError(std::string(name), "this is no fault of a picture", "row-comb, for example");
}

}  // namespace coarsen
