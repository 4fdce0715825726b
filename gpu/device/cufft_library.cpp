// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/cufft_library.hpp"

#include <algorithm>
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

/// One half of a way there and back; the work area comes later.
cufftHandle volumePlan(const VolumeSize& padded, cufftType type, const Stream& stream, std::size_t& workBytes) {
    const CufftLibrary& library = CufftLibrary::get();
    cufftHandle plan = -1;
    check(library.create(&plan), "plan a transform");
    const long long half = padded.width / 2 + 1;
    long long sizes[3] = {padded.depth, padded.height, padded.width};
    long long real[3] = {padded.depth, padded.height, 2 * half}, complex[3] = {padded.depth, padded.height, half};
    const bool isForward = type == CUFFT_R2C || type == CUFFT_D2Z;
    const long long plane = static_cast<long long>(padded.depth) * padded.height, reals = 2 * half * plane,
                    complexes = half * plane;
    std::size_t bytes = 0;
    try {
        check(library.setAutoAllocation(plan, 0), "plan a transform");
        check(library.makePlanMany64(plan, 3, sizes, isForward ? real : complex, 1, isForward ? reals : complexes,
                                     isForward ? complex : real, 1, isForward ? complexes : reals, type, 1, &bytes),
              "plan a transform");
        check(library.setStream(plan, stream.get()), "plan a transform");
    } catch (...) {
        library.destroy(plan);
        throw;
    }
    workBytes = std::max(workBytes, bytes);
    return plan;
}

}  // namespace

CufftLibrary::CufftLibrary() {
    const std::string name = "libcufft.so." + std::to_string(CUFFT_VER_MAJOR);
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays open: it cannot be closed safely
    const auto find = [&](auto& function, const char* symbol) {
        if (library) function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
        if (!library || !function)
            throw EngineError(
                "GPU", "volumes, and images of this size, need NVIDIA's library " + name + ", which was not found",
                "install the CUDA toolkit's cuFFT, crop images to less than 4096 px with the largest offset, or choose a CPU "
                "engine");
    };
    find(planMany, "cufftPlanMany");
    find(setStream, "cufftSetStream");
    find(execR2C, "cufftExecR2C");
    find(execC2R, "cufftExecC2R");
    find(execC2C, "cufftExecC2C");
    find(execD2Z, "cufftExecD2Z");
    find(execZ2D, "cufftExecZ2D");
    find(create, "cufftCreate");
    find(setAutoAllocation, "cufftSetAutoAllocation");
    find(makePlanMany64, "cufftMakePlanMany64");
    find(setWorkArea, "cufftSetWorkArea");
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

std::size_t CufftVolume::fieldBytes(const VolumeSize& padded, bool isDouble) {
    return static_cast<std::size_t>(padded.width / 2 + 1) * static_cast<std::size_t>(padded.height) *
           static_cast<std::size_t>(padded.depth) * (isDouble ? sizeof(double2) : sizeof(float2));
}

CufftVolume::CufftVolume(const VolumeSize& padded, bool isDouble, const Stream& stream) : isDouble_(isDouble) {
    forward_ = volumePlan(padded, isDouble ? CUFFT_D2Z : CUFFT_R2C, stream, workBytes_);
    try {
        back_ = volumePlan(padded, isDouble ? CUFFT_Z2D : CUFFT_C2R, stream, workBytes_);
    } catch (...) {
        CufftLibrary::get().destroy(forward_);
        throw;
    }
}

CufftVolume::~CufftVolume() {
    for (const cufftHandle plan : {forward_, back_})
        if (plan != none) CufftLibrary::get().destroy(plan);
}

void CufftVolume::useWork(void* work) const {
    if (workBytes_ == 0) return;
    for (const cufftHandle plan : {forward_, back_})
        check(CufftLibrary::get().setWorkArea(plan, work), "plan a transform");
}

void CufftVolume::forward(void* field) const {
    const CufftLibrary& library = CufftLibrary::get();
    check(isDouble_ ? library.execD2Z(forward_, static_cast<double*>(field), static_cast<double2*>(field))
                    : library.execR2C(forward_, static_cast<float*>(field), static_cast<float2*>(field)),
          "transform");
}

void CufftVolume::back(void* field) const {
    const CufftLibrary& library = CufftLibrary::get();
    check(isDouble_ ? library.execZ2D(back_, static_cast<double2*>(field), static_cast<double*>(field))
                    : library.execC2R(back_, static_cast<float2*>(field), static_cast<float*>(field)),
          "transform");
}

}  // namespace coarsen::gpu
