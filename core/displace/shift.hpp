// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <vector>

namespace coarsen {

/// How far one picture's content sits right of and below another's, pixels, and how far it is turned about the centre: the
/// content at p of the one stands at R (p - c) + c + (x, y) of the other.
struct Shift {
    double x = 0, y = 0;
    double correlation = 0;  ///< correlation of the two where they overlap once the shift is undone, -1 to 1
    double rotationDeg = 0;  ///< from x towards y (down)

    bool isFound() const { return x == x; }

    /// The shift against the first of three pictures, of one that sits `further` from the second. Its correlation is `further`'s.
    Shift followedBy(const Shift& further) const;

    /// The same move about a centre that lies (-dx, -dy) from the one it was found about.
    Shift aboutAnotherCentre(double dx, double dy) const;
};

/// Blocks of a picture that a shift's error is told by, row by row: larger than a domain, enough to tell a spread by.
constexpr int shiftBlocksAcross = 6, shiftBlocks = shiftBlocksAcross * shiftBlocksAcross;

/// Standard error of a shift; NaN where it is not known.
struct ShiftError {
    double xPx = std::numeric_limits<double>::quiet_NaN(), yPx = xPx, rotationDeg = xPx;
};

/// A shift, and the same found without each block of the picture in turn (to first order). Shifts that are added up are added
/// replicate by replicate, so that noise which two comparisons share counts as often as it does in the sum.
struct FoundShift {
    Shift shift;
    std::vector<Shift> withoutBlock = {};  ///< empty where the shift was not found, or its error cannot be told
    double leftPx = 0;                     ///< what the search, and specks that all blocks have, may have left; it adds up
    double partsDifferPx = 0;              ///< by how much parts of the picture move differently; 0: no more than their errors

    static FoundShift none();    ///< the pictures have nothing in common
    static FoundShift origin();  ///< of the picture that others are compared with: it has no error

    ShiftError error() const;  ///< by the jack-knife (Efron 1982), and `leftPx` in quadrature
    FoundShift followedBy(const FoundShift& further) const;
    FoundShift aboutAnotherCentre(double dx, double dy) const;
};

}  // namespace coarsen
