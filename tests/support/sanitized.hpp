// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::test {

/// True where a sanitizer watches this build: it takes address space, memory and open files for itself.
bool sanitized();

}  // namespace coarsen::test
