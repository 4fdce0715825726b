// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engines.hpp"
#include "core/image/raw_image.hpp"
#include "core/recipe/recipe.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace coarsen {

/// Choices that decide how much memory measuring a frame takes, beside the frame's header.
struct FrameWork {
    Recipe recipe;
    std::shared_ptr<const CorrelationEngine> engine = cpuFftEngine();  ///< the one that is taken
    bool withImages = false;                                           ///< C2D and the final image are kept for --save
    int threadsPerPlan = 1;
    double aspect = 1;  ///< pixel height over width
};

/// Memory that measuring takes at most, bytes; the greatest of all stages, some more than measured, never less.
struct FrameMemory {
    std::size_t each = 0;    ///< of every frame in flight
    std::size_t shared = 0;  ///< once: the azimuthal average's tables, pair counts that all frames share, the program itself

    std::size_t forFrames(std::size_t atOnce) const { return shared + atOnce * each; }
};

/// For a frame of that header; `fileBytes` are held while it is decoded.
FrameMemory memoryFor(const ImageHeader& header, std::size_t fileBytes, const FrameWork& work);

/// Decoding alone: the file, the picture and its samples as the file orders them.
std::size_t decodingMemory(const ImageHeader& header, std::size_t fileBytes);

/// Looking at a frame in the window: all stages and their pictures are held, and S(q) is found.
std::size_t showingMemory(const ImageHeader& header, std::size_t fileBytes, const FrameWork& work);

/// A small picture of it for the strip of frames.
std::size_t thumbnailMemory(const ImageHeader& header, std::size_t fileBytes);

/// Looking for drift and still dust: of every thread, and once. Nothing where the recipe needs no survey.
FrameMemory surveyMemory(const ImageHeader& header, std::size_t fileBytes, const Recipe& recipe);

/// "16000 × 16000 px need about 8.1 GB, and 4 GB may be used", and what can be done about it.
struct MemoryWords {
    std::string reason, remedy;
};
MemoryWords tooLargeWords(const ImageHeader& header, std::size_t needs, std::size_t budget);

/// Throws InputError with these words where `needs` is beyond the budget. Before the pixels are decoded.
void requireMemory(const ImageHeader& header, std::size_t needs, std::size_t budget);

}  // namespace coarsen
