// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme/choice_words.hpp"

#include "app/window/theme/words.hpp"
#include "core/growth/models.hpp"
#include "core/measure/lengths.hpp"

#include <QObject>

#include <map>

namespace coarsen::window {

namespace {

const std::map<QString, QString>& words() {
    static const std::map<QString, QString> all{
        {"grey.method=luminance", QObject::tr("luminance")},
        {"grey.method=red", QObject::tr("red")},
        {"grey.method=green", QObject::tr("green")},
        {"grey.method=blue", QObject::tr("blue")},
        {"grey.method=mean", QObject::tr("mean of colours")},
        {"grey.method=max", QObject::tr("brightest colour")},
        {"flatten.method=polynomial", QObject::tr("polynomial")},
        {"flatten.method=blur", QObject::tr("wide blur")},
        {"flatten.method=overlay", QObject::tr("Overlay (paper)")},
        {"flatten.method=plane", QObject::tr("plane")},
        {"flatten.method=rolling-ball", QObject::tr("rolling ball")},
        {"flatten.method=files", QObject::tr("flat field file")},
        {"flatten.method=auto", QObject::tr("chosen from the picture")},
        {"dust.find=outliers", QObject::tr("outliers")},
        {"dust.find=thresholds", QObject::tr("dark and bright")},
        {"dust.find=none", QObject::tr("nothing")},
        {"dust.find=file", QObject::tr("mask from a file")},
        {"dust.find=still", QObject::tr("what stands still")},
        {"dust.find=specks", QObject::tr("specks")},
        {"dust.treat=mask", QObject::tr("leave out")},
        {"dust.treat=copy", QObject::tr("fill by a copy")},
        {"dust.treat=inpaint", QObject::tr("fill smoothly")},
        {"filter.kind=gaussian", QObject::tr("Gaussian")},
        {"filter.kind=mean", QObject::tr("mean")},
        {"filter.kind=laplacian", QObject::tr("Laplacian")},
        {"filter.kind=dog", QObject::tr("band pass")},
        {"filter.kind=gabor", QObject::tr("wave (Gabor)")},
        {"filter.kind=file", QObject::tr("from a file")},
        {"filter.border=mirror", QObject::tr("mirrored")},
        {"filter.border=replicate", QObject::tr("edge repeated")},
        {"filter.border=constant", QObject::tr("0 outside")},
        {"filter.border=valid", QObject::tr("rim left out")},
        {"filter.scale=none", QObject::tr("as it is")},
        {"filter.scale=sum", QObject::tr("over its sum")},
        {"filter.scale=paper", QObject::tr("over its count")},
        {"stabilise.reference=previous", QObject::tr("frame before")},
        {"stabilise.reference=first", QObject::tr("first frame")},
        {"stabilise.reference=mean", QObject::tr("running mean")},
        {"stabilise.motion=translation", QObject::tr("shift")},
        {"stabilise.motion=rigid", QObject::tr("shift and turn")},
        {"lines.means=kept", QObject::tr("kept")},
        {"lines.means=rows", QObject::tr("of rows off")},
        {"lines.means=columns", QObject::tr("of columns off")},
        {"lines.means=both", QObject::tr("of both off")},
        {"lines.cells=single", QObject::tr("single")},
        {"lines.cells=2x2", QObject::tr("mean of 2 × 2")},
        {"lines.fields=both", QObject::tr("both")},
        {"lines.fields=first", QObject::tr("first only")},
        {"lines.fields=second", QObject::tr("second only")},
        {"bleach.level=scaled", QObject::tr("scaled")},
        {"bleach.level=moved", QObject::tr("moved")},
        {"align.mode=drift", QObject::tr("drift")},
        {"align.mode=deform", QObject::tr("drift and deformation")},
        {"align.reference=previous", QObject::tr("frame before")},
        {"align.reference=first", QObject::tr("first frame")},
        {"align.sampling=cubic", QObject::tr("cubic")},
        {"align.sampling=linear", QObject::tr("linear")},
        {"align.regulariser=piola", QObject::tr("short form")},
        {"align.regulariser=printed", QObject::tr("as printed")},
        {"align.evolving=auto", QObject::tr("automatic")},
        {"align.evolving=yes", QObject::tr("yes")},
        {"align.evolving=no", QObject::tr("no")},
        {"align.likeness=flow", QObject::tr("flow undone")},
        {"align.likeness=drift", QObject::tr("drift undone")},
        {"align.brightness=local", QObject::tr("may differ from place to place")},
        {"align.brightness=whole", QObject::tr("may differ as a whole")},
        {"align.brightness=same", QObject::tr("the same")},
        {"align.force_term=demons", QObject::tr("as demons")},
        {"align.force_term=paper", QObject::tr("as printed")},
        {"channels.use=intensity", QObject::tr("grey")},
        {"channels.use=image", QObject::tr("planes of the file")},
        {"channels.use=colour", QObject::tr("colour (a*, b*)")},
        {"channels.use=orientation", QObject::tr("axes")},
        {"channels.use=colour+orientation", QObject::tr("colour and axes")},
        {"channels.weight=coherence", QObject::tr("by coherence")},
        {"channels.weight=none", QObject::tr("without weights")},
        {"channels.weight=gradient", QObject::tr("plain gradient")},
        {"measure.mean=global", QObject::tr("of the image")},
        {"measure.mean=none", QObject::tr("not subtracted")},
        {"measure.mean=overlap", QObject::tr("of each overlap")},
        {"measure.norm=count", QObject::tr("per pair")},
        {"measure.norm=energy", QObject::tr("by energy")},
        {"measure.norm=local", QObject::tr("by local variance")},
        {"measure.azimuth=bilinear", QObject::tr("linear")},
        {"measure.azimuth=cubic", QObject::tr("cubic")},
        {"measure.azimuth=linear-bins", QObject::tr("two nearest radii")},
        {"measure.maximum=significant", QObject::tr("first significant")},
        {"measure.maximum=first", QObject::tr("first of all")},
        {"measure.maximum=bracket", QObject::tr("at 2 to 4 zeros")},
        {"measure.bracket=own", QObject::tr("its own")},
        {"measure.bracket=mean-free", QObject::tr("less its mean")},
        {"surface.phase=bright", QObject::tr("bright")},
        {"surface.phase=dark", QObject::tr("dark")},
        {"surface.borders=inside", QObject::tr("inside")},
        {"surface.borders=extended", QObject::tr("as in earlier versions")},
        {"surface.borders=periodic", QObject::tr("periodic: the box of a simulation")},
        {"surface.denoise=auto", QObject::tr("where it is noisy")},
        {"surface.denoise=none", QObject::tr("nothing")},
        {"surface.denoise=nlm", QObject::tr("non-local means")},
        {"surface.denoise=curvature", QObject::tr("curvature flow")},
        {"surface.denoise=gaussian", QObject::tr("Gaussian")},
        {"surface.mode=auto", QObject::tr("automatic")},
        {"surface.mode=all", QObject::tr("all places")},
        {"surface.mode=radius", QObject::tr("within 10 px")},
        {"contrast.scale=camera", QObject::tr("the camera's")},
        {"contrast.scale=8-bit", QObject::tr("0 to 255")},
        {"measure.small_radii=quarter", QObject::tr("quarter pixels")},
        {"measure.small_radii=whole", QObject::tr("whole pixels")},
        {"measure.refining=fine", QObject::tr("fine")},
        {"measure.refining=coarse", QObject::tr("as in earlier versions")},
        {"measure.xi_start=noise-by-shape", QObject::tr("C1D(0) without noise")},
        {"measure.xi_start=noise-free", QObject::tr("C1D(0) without noise or cusp")},
        {"measure.xi_start=noise-or-cusp", QObject::tr("C1D(0) without noise, pointed")},
        {"measure.xi_start=zero", QObject::tr("C1D(0)")},
        {"measure.ensemble_errors=pooled", QObject::tr("pooled variances")},
        {"measure.ensemble_errors=between", QObject::tr("scatter between images")},
        {"measure.xi_errors=jack-knife", QObject::tr("jack-knife")},
        {"measure.xi_errors=limited", QObject::tr("with a limit")},
        {"measure.comb=flagged", QObject::tr("flagged")},
        {"measure.comb=ignored", QObject::tr("ignored")},
        {"measure.bands=flagged", QObject::tr("flagged")},
        {"measure.bands=ignored", QObject::tr("ignored")},
        {"measure.false_colour=flagged", QObject::tr("flagged")},
        {"measure.false_colour=ignored", QObject::tr("ignored")},
        {"measure.spectrum=flagged", QObject::tr("flagged")},
        {"measure.spectrum=ignored", QObject::tr("ignored")},
        {"measure.surround=flagged", QObject::tr("flagged")},
        {"measure.surround=ignored", QObject::tr("ignored")},
        {"measure.two_lengths=flagged", QObject::tr("flagged")},
        {"measure.two_lengths=ignored", QObject::tr("ignored")},
        {"measure.error_rule=pooled", QObject::tr("pooled variances")},
        {"measure.error_rule=larger", QObject::tr("larger of two")},
        {"measure.errors=jackknife", QObject::tr("from sub-images")},
        {"measure.errors=floor", QObject::tr("statistical limit")},
        {"measure.errors=none", QObject::tr("none (fastest)")},
        {"fit.model=auto", QObject::tr("Automatic")},
        {"fit.model=crossover", QObject::tr("Crossover")},
        {"fit.model=lsw", QObject::tr("Diffusive (LSW)")},
        {"measure.terms=sum", QObject::tr("sum only")},
        {"measure.terms=diagonal", QObject::tr("each channel")},
        {"measure.terms=all", QObject::tr("every pair")},
        {"fit.length=auto", QObject::tr("Automatic")},
        {"fit.length=xi", QObject::tr("correlation length ξ")},
        {"fit.length=r_moment", QObject::tr("peak's mean R")},
        {"fit.weights=error", QObject::tr("each frame's error")},
        {"fit.weights=relative", QObject::tr("1/R²")},
        {"fit.weights=r4", QObject::tr("1/R⁴")},
        {"fit.weights=none", QObject::tr("equal")},
    };
    return all;
}

}  // namespace

QString choiceWords(const QString& setting, const std::string& choice) {
    if (const auto known = words().find(setting + "=" + QString::fromStdString(choice)); known != words().end())
        return known->second;
    if (setting == "fit.model")
        for (const GrowthModel& model : growthModels())
            if (model.key == choice) return translated(model.label);
    if (setting == "fit.length")
        for (const LengthEstimator& length : lengthEstimators())
            if (length.key == choice) return translated(length.label).replace("R_max", rMaxText());
    return QString::fromStdString(choice);
}

}  // namespace coarsen::window
