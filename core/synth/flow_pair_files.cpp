// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/synth/empty_folder.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/volume/write_nifti.hpp"

#include <nlohmann/json.hpp>

namespace coarsen {

void writeFlowPair(const std::filesystem::path& folder, const FlowPairSettings& settings, int threads) {
    constexpr int every = 4;
    makeEmptyFolder(folder);
    const FlowPair pair = flowPair(settings, threads);
    const VolumeSize& size = settings.size;
    writeNifti(folder / "fixed.nii", pair.fixed, "known flow: fixed");
    writeNifti(folder / "moved.nii", pair.moved, "known flow: moved(x) = fixed(x - u(x))");
    writeNiftiVectors(folder / "u.nii", size, {}, {pair.u[0], pair.u[1], pair.u[2]},
                      "true u in voxels: moved(x) = fixed(x - u(x))");
    std::string table = "x,y,z,u_x,u_y,u_z\n";
    for (int z = 0; z < size.depth; z += every)
        for (int y = 0; y < size.height; y += every)
            for (int x = 0; x < size.width; x += every) {
                const std::size_t i = size.index(x, y, z);
                table += std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + "," + shortest(pair.u[0][i]) +
                         "," + shortest(pair.u[1][i]) + "," + shortest(pair.u[2][i]) + "\n";
            }
    writeWhole(folder / "truth.csv", table);
    const nlohmann::ordered_json facts{{"kind", "flow"},
                                       {"width", size.width},
                                       {"height", size.height},
                                       {"depth", size.depth},
                                       {"wavelength_px", settings.wavelength},
                                       {"max_u_px", settings.maxU},
                                       {"flow_scale_px", settings.flowScale},
                                       {"noise", settings.noise},
                                       {"kept", settings.kept},
                                       {"rho", pair.rho},
                                       {"seed", settings.seed}};
    writeWhole(folder / "truth.json", facts.dump(2) + "\n");
}

}  // namespace coarsen
