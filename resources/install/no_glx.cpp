// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libGLX in wheels. Debian's OpenCV is linked with it for pictures that lie on a graphics card, which Coarsen never
// has, and it would ask for X11 where there is no screen. There is no context and no function to be had.
extern "C" {
void* glXGetCurrentContext() {
    return nullptr;
}
void* glXGetCurrentDisplay() {
    return nullptr;
}
void* glXGetProcAddressARB(const unsigned char*) {
    return nullptr;
}
}
