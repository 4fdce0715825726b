// SPDX-License-Identifier: GPL-3.0-or-later
// A library that adds a letter to the file that COARSEN_THREADS_FILE names for each thread that a program starts; loaded before
// it by LD_PRELOAD.
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <pthread.h>

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* data) noexcept {
    static const auto create = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
    if (const char* const file = std::getenv("COARSEN_THREADS_FILE")) std::ofstream(file, std::ios::app) << 't';
    return create(thread, attributes, body, data);
}
