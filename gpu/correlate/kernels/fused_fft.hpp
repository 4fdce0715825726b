// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lag sums by zero-padded Fourier transforms in three kernels: rows, columns with their product and way back, and the rows that
// are wanted. Plain numbers only: host code in C++20 and device code in C++17 meet here.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

/// How pixels are stored.
enum class PixelFormat { u8, u16, f32 };

/// The planes that a launch reads, all of one size: `channels` after another for each image.
struct DevicePlanes {
    const void* pixels;         ///< plane after plane, row after row
    const std::uint8_t* masks;  ///< one an image, 1 = valid; null: all valid
    const float2* means;        ///< one a plane, high and low part of what is subtracted
    PixelFormat format;
};

/// The sizes of one correlation. An autocorrelation reads one image a frame, a cross-correlation a and then b.
struct FusedFftShape {
    int width, height, channels, maxLag;
    bool isAutocorrelation;

    int transformWidth() const { return roundedUp(width + maxLag); }  ///< zero-padded by R
    int transformHeight() const { return roundedUp(height + maxLag); }
    bool fits() const { return width + maxLag <= longest && height + maxLag <= longest; }

    int planes() const { return channels * (isAutocorrelation ? 1 : 2); }  ///< of one frame
    int columns() const { return transformWidth() / 2 + 1; }               ///< the others are their conjugates
    int rowPairs() const;                                                  ///< two rows share a complex transform
    int answerRows() const { return isAutocorrelation ? maxLag + 1 : 2 * maxLag + 1; }
    int answerPitch() const { return (columns() + 7) / 8 * 8; }

    // Of one frame:
    std::size_t spectrumSize() const;  ///< complex numbers between rows and columns
    std::size_t productSize() const { return static_cast<std::size_t>(answerRows()) * answerPitch(); }
    std::size_t answerSize() const { return static_cast<std::size_t>(answerRows()) * (2 * maxLag + 1); }

    static constexpr int longest = 4096;

private:
    static int roundedUp(int length);  ///< to a length that there is a kernel for
};

/// Where a launch puts things, `frames` times the sizes above.
struct FusedFftMemory {
    float2* spectra;
    float2* products;
    float* answers;                ///< N(X0, Y0), rows from Y0 = 0 (autocorrelation) or -R on
    const float2* rowTwiddles;     ///< fusedFftTwiddles of the transform's width ...
    const float2* columnTwiddles;  ///< ... and height
};

/// The factors that a transform of this length reads, computed in double; `fusedFftTwiddleCount` of them.
int fusedFftTwiddleCount(int length);
void fusedFftTwiddles(int length, float2* factors);

/// Queues the three kernels for `frames` frames.
cudaError_t launchFusedFft(const FusedFftShape& shape, const DevicePlanes& planes, const FusedFftMemory& memory, int frames,
                           cudaStream_t stream);

}  // namespace coarsen::gpu
