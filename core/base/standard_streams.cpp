// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace coarsen {

void openStandardStreams() {
    int opened = -1;
    do {
        opened = ::open("/dev/null", O_RDWR);  // takes the lowest number that is free
    } while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened > STDERR_FILENO) ::close(opened);
}

}  // namespace coarsen
