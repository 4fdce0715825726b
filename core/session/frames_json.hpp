// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes the JSON library.

#include "core/series/image_series.hpp"
#include "core/session/json_entry.hpp"

namespace coarsen {

/// Entry of the first frame's header in a session. What earlier versions kept is kept on: sizes and times are not read again.
Json headerJson(const ImageHeader& first);
ImageHeader headerFrom(const JsonEntry& json);
/// Takes what else stands there, a size of pixels and a clock's time, for who writes the same session again: a series that is
/// opened takes both from its file.
void takeStatedFacts(ImageHeader& first, const JsonEntry& json);

/// Layout of a stack's pages, as a session states it. Throws InputError without a subject that names the entry which is missing
/// or says something else.
StackLayout stackFrom(const JsonEntry& json, int pages);

/// Entry in a session of a series of volumes beside its frames.
Json volumesJson(const VolumeFrames& volumes);

/// `first`: what the session says of the first frame as of a picture. Throws InputError without a subject that names the entry
/// which is missing or of another kind.
VolumeFrames volumesFrom(const JsonEntry& json, const ImageHeader& first);

}  // namespace coarsen
