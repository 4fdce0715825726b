// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/known_flow.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/register/masked_values.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume/placement.hpp"
#include "core/volume/write_nifti.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace coarsen {

namespace {

constexpr int components = 3;

InputError noFlow(const std::filesystem::path& file, const std::string& reason) {
    return {displayName(file), "it is no displacement: " + reason,
            "give u.nii as register writes it, NIfTI of three components in voxels"};
}

}  // namespace

KnownFlow readFlow(const std::filesystem::path& file, const std::stop_token& stop) {
    constexpr std::size_t startBytes = 4096;  // holds any header
    const volumes::StoredFormat* const format = volumes::storedFormatOf(FileReader(file).start(startBytes));
    if (!format || format->name != volumes::nifti().name) throw noFlow(file, "it is not NIfTI");
    const volumes::StoredVolume stored = format->describe(file);  // one slice, too: the u of pictures
    KnownFlow flow;
    flow.header = stored.header;
    if (flow.header.channels != components || flow.header.times != 1)
        throw noFlow(file, "it has " + std::to_string(flow.header.channels) +
                               (flow.header.channels == 1 ? " channel" : " channels") + " and " +
                               std::to_string(flow.header.times) + (flow.header.times == 1 ? " time" : " times"));
    flow.u.size = flow.header.size;
    for (int axis = 0; axis < components; ++axis) {
        volumes::StoredVolume one = stored;
        one.voxels.volumesBefore = static_cast<std::uintmax_t>(axis);
        const Volume component = volumes::readStored(one, stop);
        if (stop.stop_requested()) return flow;
        std::vector<float>& u = flow.u.along[static_cast<std::size_t>(axis)];
        u.assign(component.values().begin(), component.values().end());
        if (component.isAllValid()) continue;
        if (flow.valid.empty()) flow.valid.assign(u.size(), 1);
        for (std::size_t i = 0; i < u.size(); ++i)
            flow.valid[i] &= component.valid()[i];
    }
    if (flow.valid.empty()) return flow;
    if (std::ranges::count(flow.valid, 0) == std::ptrdiff_t(flow.valid.size()))
        throw InputError(displayName(file), "it has no voxel whose displacement is known", "give another");
    fillUnknown(flow);
    return flow;
}

void fillUnknown(KnownFlow& flow) {
    for (std::vector<float>& u : flow.u.along)
        u = filledBesideMask(std::move(u), flow.valid, flow.u.size);
}

void writeFlow(const std::filesystem::path& file, const KnownFlow& flow, std::string_view description) {
    const std::optional<Placement> placement = niftiPlacement(flow.header, flow.header.spacing);
    Flow written = flow.u;
    for (std::vector<float>& u : written.along)
        for (std::size_t i = 0; i < u.size(); ++i)
            if (!flow.isKnown(i)) u[i] = std::numeric_limits<float>::quiet_NaN();
    writeNiftiVectors(file, flow.u.size, flow.header.spacing, {written.along[0], written.along[1], written.along[2]}, description,
                      {}, placement);
    writeNiftiMask(niftiMaskOf(file), Volume(flow.u.size, flow.header.spacing, std::move(written.along[0]), flow.valid),
                   placement);
}

}  // namespace coarsen
