// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/align.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/preprocess/moved_volume.hpp"
#include "core/preprocess/stabilise.hpp"
#include "core/settings/fields.hpp"

namespace coarsen {

namespace {

/// One of the flow's, as the step's: told by the step's key where it is wrong.
Field<Align> ofFlow(const Field<FlowSettings>& field) {
    Field<Align> own{field.description, field.read, [field](Align& align, const FieldValue& value) {
                         try {
                             field.write(align, value);
                         } catch (const SettingError& error) {
                             throw SettingError(Align::key + ("." + field.description.name), error.reason(), error.remedy());
                         }
                     }};
    own.description.shownWhen = "mode=deform";
    return own;
}

Fields<Align> allFields() {
    Fields<Align> list = {
        choiceField("mode", &Align::mode, {"drift", "deform"},
                    {"Find",
                     "The drift of the whole, or besides how each frame has deformed. The deformation is measured; no frame is "
                     "warped by it."}),
        choiceField("reference", &Align::reference, {"previous", "first"},
                    {"Compare with",
                     "The frame before (the structure may change; of volumes every fifth as well), or the first one (errors do "
                     "not add up)."}),
    };
    for (const Field<FlowSettings>& field : FlowSettings::fields())
        list.push_back(ofFlow(field));
    return list;
}

}  // namespace

const Fields<Align>& Align::fields() {
    static const Fields<Align> list = allFields();
    return list;
}

std::string Align::summary() const {
    return std::string(deforms() ? "drift and deformation" : "drift") +
           (reference == ShiftReference::previous ? ", against the frame before" : ", against the first frame");
}

std::size_t Align::memory(PictureMemory& picture) const {
    return Stabilise{}.memory(picture);
}

Frame Align::operator()(const Frame& frame, const StepContext& context) const {
    const FrameDrift &was = frame.drift, &is = context.survey.drift;
    const bool isBackAlready = was.xPx == is.xPx && was.yPx == is.yPx && was.rotationDeg == is.rotationDeg;
    return isBackAlready ? frame : Stabilise{}(frame, context);
}

Volume Align::operator()(const Volume& volume, const VolumeContext& context) const {
    const FrameDrift& drift = context.drift;
    return movedBack(volume, {drift.xPx, drift.yPx, drift.zPx}, context.threads, context.stop);
}

std::string Align::volumeKey(const VolumeContext& context) const {
    const FrameDrift& drift = context.drift;
    if (drift.xPx == 0 && drift.yPx == 0 && drift.zPx == 0) return {};
    return std::string(key) + "," + shortest(drift.xPx) + "," + shortest(drift.yPx) + "," + shortest(drift.zPx);
}

}  // namespace coarsen
