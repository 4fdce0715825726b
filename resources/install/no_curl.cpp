// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libcurl in the archive for any Linux. HDF5 is linked with it for files in Amazon's S3, which Coarsen never asks
// for, and it would bring 33 libraries along, of networks and passwords. Whatever is asked of it fails, as libcurl does without a
// network.
extern "C" {
constexpr int failed = 2;  // CURLE_FAILED_INIT
int curl_global_init(long) {
    return failed;
}
void curl_global_cleanup() {}
void* curl_easy_init() {
    return nullptr;
}
int curl_easy_setopt(void*, int, ...) {
    return failed;
}
int curl_easy_perform(void*) {
    return failed;
}
void curl_easy_cleanup(void*) {}
void* curl_slist_append(void*, const char*) {
    return nullptr;
}
void curl_slist_free_all(void*) {}
}
