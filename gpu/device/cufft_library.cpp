// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/cufft_library.hpp"

#include <dlfcn.h>
#include <string>
#include <type_traits>

namespace coarsen::gpu {

namespace {

void check(cufftResult result, const char* doing) {
    if (result == CUFFT_SUCCESS) return;
    if (result == CUFFT_ALLOC_FAILED)
        throw OutOfGpuMemory("GPU", std::string("it has not enough memory free to ") + doing, "choose a CPU engine");
    throw EngineError("GPU", std::string("cuFFT failed to ") + doing + " (its error " + std::to_string(result) + ")",
                      "choose a CPU engine");
}

}  // namespace

CufftLibrary::CufftLibrary() {
    const std::string name = "libcufft.so." + std::to_string(CUFFT_VER_MAJOR);
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays open: it cannot be closed safely
    const auto find = [&](auto& function, const char* symbol) {
        if (library) function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
        if (!library || !function)
            throw EngineError(
                "GPU", "images of this size need NVIDIA's library " + name + ", which was not found",
                "install the CUDA toolkit's cuFFT, crop the images to less than 4096 px with the largest offset, or "
                "choose a CPU engine");
    };
    find(planMany, "cufftPlanMany");
    find(setStream, "cufftSetStream");
    find(execR2C, "cufftExecR2C");
    find(execC2R, "cufftExecC2R");
    find(execC2C, "cufftExecC2C");
    find(destroy, "cufftDestroy");
}

const CufftLibrary& CufftLibrary::get() {
    static const CufftLibrary library;
    return library;
}

CufftPlan::CufftPlan(const CufftLayout& layout, const Stream& stream) {
    int sizes[2] = {layout.sizes[0], layout.sizes[1]};
    // The sizes stand in for the embedding, which only switches strides on: the distances say the rest.
    const int last = layout.rank - 1;
    int in[2] = {sizes[0], sizes[1]}, out[2] = {sizes[0], sizes[1]};
    if (layout.type == CUFFT_R2C) out[last] = sizes[last] / 2 + 1;
    if (layout.type == CUFFT_C2R) in[last] = sizes[last] / 2 + 1;
    check(CufftLibrary::get().planMany(&plan_, layout.rank, sizes, in, layout.inStride, layout.inDistance, out, layout.outStride,
                                       layout.outDistance, layout.type, layout.count),
          "plan a transform");
    check(CufftLibrary::get().setStream(plan_, stream.get()), "plan a transform");
}

CufftPlan::~CufftPlan() {
    if (plan_ != none) CufftLibrary::get().destroy(plan_);
}

void CufftPlan::forward(float* real, float2* complex) const {
    check(CufftLibrary::get().execR2C(plan_, real, complex), "transform");
}

void CufftPlan::back(float2* complex, float* real) const {
    check(CufftLibrary::get().execC2R(plan_, complex, real), "transform");
}

void CufftPlan::inPlace(float2* complex, int direction) const {
    check(CufftLibrary::get().execC2C(plan_, complex, complex, direction), "transform");
}

}  // namespace coarsen::gpu
