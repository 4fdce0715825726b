// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/flow_slices.hpp"

#include <QPoint>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QTransform>

class QPainter;

namespace coarsen::window {

QString nameOf(FlowAspect view);
QString keyOf(FlowAspect view);   ///< "arrows": of buttons, of --grab
QString helpOf(FlowAspect view);  ///< sentence on what is seen

/// By how much arrows are drawn longer than the ways are where a pixel is that large: 1, 2, 5, 10, ...
int flowArrowFactor(const FrameFlow& flow, double perPx);

/// One plane of the flow over the frame. `toScreen`: from voxels of the whole frame, counted from the first one's corner.
/// `origin`: of the slice in them.
void paintFlowSlice(QPainter& painter, const FlowSlice& slice, const QPointF& origin, const QTransform& toScreen,
                    const QRectF& seen, int factor, bool isSmooth);

/// On a dark plate: what the colours or arrows mean, with units. `corner`: its lower left. `perPx`: of the screen, for 1 px.
void paintFlowLegend(QPainter& painter, const QPointF& corner, const FlowSlices& slices, double perPx);

/// "ρ 0.962 · expected error 0.31 px (24 nm) · J 0.62 to 1.31 · mean |u| 1.20 px", shorter ones behind it.
QStringList flowFacts(const FrameFlow& flow);
/// Why it may be wrong; empty: nothing says so.
QString flowDoubt(const FrameFlow& flow);

}  // namespace coarsen::window
