// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nasty/nasty_input.hpp"

namespace coarsen::nasty {

NastyInputs nastyFilms() {
    return {};
}

}  // namespace coarsen::nasty
