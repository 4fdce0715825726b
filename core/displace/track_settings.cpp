// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/track_settings.hpp"

#include "core/settings/fields.hpp"

namespace coarsen {

const Fields<TrackSettings>& TrackSettings::fields() {
    using S = TrackSettings;
    static const Fields<S> list = {
        integerField("max_lag", &S::maxLag, 1, 65536, {"Largest shift", "Largest shift along both axes, each way.", "px"}),
        choiceField("reference", &S::reference, {"previous", "first"},
                    {"Reference", "Frame that shifts are against: the one before (previous), or the first one."}),
    };
    return list;
}

}  // namespace coarsen
