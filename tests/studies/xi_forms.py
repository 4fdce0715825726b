#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Heights at R = 0 that forms of C1D give from R = 1 to 4 px alone, for closed curves of height 1: which form finds the amplitude
without noise (measure.xi_start) of which structure; and heights by even powers of R (core/measure/even_heights.hpp) of the same
fields as pixels have them, blurred too. Needs NumPy; xi_forms.py > results/xi_forms.txt"""
import numpy as np

R = np.arange(1, 5.0)
ONE = np.ones(4)


ANGLE = np.linspace(0, np.pi, 2001)
ARGUMENT = np.linspace(0, 1200, 120001)
BESSEL_J0 = np.concatenate([np.trapezoid(np.cos(np.multiply.outer(part, np.sin(ANGLE))), ANGLE, axis=-1) / np.pi
                            for part in np.array_split(ARGUMENT, 1200)])


def bessel_j0(x):
    return np.interp(x, ARGUMENT, BESSEL_J0)


def ring(x):
    return bessel_j0(x) * np.exp(-((0.15 * x) ** 2) / 2)


def furukawa4(x):
    q = np.linspace(1e-3, 12, 6000)
    weight = 3 * q**3 / (2 + q**6)
    return np.trapezoid(weight * bessel_j0(np.multiply.outer(x, q)), q, axis=-1) / np.trapezoid(weight, q)


def cut(curve):
    """C1D of a Gaussian field of that C1D cut at 0."""
    return lambda x: 2 / np.pi * np.arcsin(curve(x))


def gaussian(x):
    return np.exp(-(x**2))


def exponential(x):
    return np.exp(-x)


CURVES = {"exponential": exponential, "exponential, cut": cut(exponential), "Gaussian": gaussian, "Gaussian, cut": cut(gaussian),
          "ring 0.15": ring, "Furukawa 4": furukawa4}
# Columns of the least squares, and whether they are those of ln C1D.
FORMS = {"ln: a + bR": ([ONE, R], True), "ln: a + bR^2": ([ONE, R**2], True), "ln: a + bR + cR^2": ([ONE, R, R**2], True),
         "a + bR^2 + cR^4": ([ONE, R**2, R**4], False), "a + b sqrt(R) + cR": ([ONE, np.sqrt(R), R], False)}


def scale(curve):
    """x at which the curve has fallen to 1/e."""
    low, high = 1e-3, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if curve(np.array([middle]))[0] > np.exp(-1) else (low, middle)
    return low


print("# tests/studies/xi_forms.py: what each form misses of the height 1 at R = 0, in per cent; q/slope = (l1 - l2 - l3 + l4)/2")
print("# over (l4 - l1)/3, l1 to l4 being ln C1D at 1 to 4 px: below 0 where convex, 0 of an exponential, 0.4 of a Gaussian.")
print(f"{'xi':>5}  {'curve':17}{'q/slope':>8}" + "".join(f"{form:>20}" for form in FORMS))
for xi in (3, 5, 8, 12, 20):
    for name, curve in CURVES.items():
        c = curve(R * scale(curve) / xi)
        logarithm = np.log(c)
        q = (logarithm[0] - logarithm[1] - logarithm[2] + logarithm[3]) / 2
        misses = ""
        for columns, of_logarithm in FORMS.values():
            found = np.linalg.lstsq(np.stack(columns, 1), logarithm if of_logarithm else c, rcond=None)[0][0]
            misses += f"{100 * ((np.exp(found) if of_logarithm else found) - 1):20.1f}"
        print(f"{xi:2} px  {name:17}{q / ((logarithm[3] - logarithm[0]) / 3):8.2f}{misses}")

TAPS, REACH = 6, 22
QUARTERS = np.arange(4, 17) / 4


def sinc_weights(place):
    """As core/measure/sinc_weights.cpp."""
    u = place - (np.arange(2 * TAPS) - TAPS + 1)
    weights = np.sinc(u) * np.i0(6 * np.sqrt(np.maximum(0, 1 - (u / TAPS) ** 2)))
    return weights / weights.sum()


def circle(r):
    """What each offset of a map has in C1D at r px, as core/measure/small_radii.cpp reads it."""
    weights = np.zeros((2 * REACH + 1, 2 * REACH + 1))
    count = max(8, int(np.ceil(25 * r)))
    for angle in 2 * np.pi * np.arange(count) / count:
        x, y = r * np.cos(angle), r * np.sin(angle)
        left, top = int(np.floor(x)), int(np.floor(y))
        taps = np.arange(2 * TAPS) - TAPS + 1 + REACH
        weights[np.ix_(top + taps, left + taps)] += np.outer(sinc_weights(y - top), sinc_weights(x - left)) / count
    return weights


CIRCLES = np.array([circle(r) for r in QUARTERS])
SHARES = CIRCLES[:, REACH, REACH]


def even_height(powers):
    """Weights of C1D less C2D(0, 0)'s part in it."""
    r = QUARTERS[:9]
    columns = np.stack([1 - SHARES[:9]] + [r ** (2 * power) for power in range(1, powers)], 1)
    return np.linalg.pinv(columns)[0]


WEIGHTS = [even_height(powers) for powers in (2, 3, 4)]


def blurred(field, sigma):
    """C2D of the field that was blurred so, of height 1."""
    if sigma > 0:
        x = np.arange(-12, 13)
        kernel = np.exp(-(x**2) / (4 * sigma**2))
        for axis in (0, 1):
            field = np.apply_along_axis(lambda line: np.convolve(line, kernel / kernel.sum(), "same"), axis, field)
    middle = field.shape[0] // 2
    return (field / field[middle, middle])[middle - REACH : middle + REACH + 1, middle - REACH : middle + REACH + 1]


def at_distances(curve, distances):
    table = np.linspace(0, distances.max(), 4001)
    return np.interp(distances, table, np.concatenate([curve(part) for part in np.array_split(table, 100)]))


offsets = np.arange(-(REACH + 12), REACH + 13)
distances = np.hypot(*np.meshgrid(offsets, offsets))
print()
print("# Heights by even powers of R up to R^2, R^4 and R^6 from C1D at quarter pixels, 1 to 3 px, C2D(0, 0)'s part off: what they miss")
print("# of the height 1, in per cent (- : too high); (6 - 4)/(4 - 2); q/slope as above, of C1D at quarter pixels less the spike by R^6;")
print("# then the form that core/measure/xi_amplitude.cpp takes (even, pointed, or neither), what it misses and may miss. blur: sigma, px.")
print(f"{'xi':>5}  {'curve':17}{'blur':>5}{'R^2':>8}{'R^4':>8}{'R^6':>8}{'ratio':>7}{'q/slope':>8}  form")
for xi in (3, 5, 8, 12, 20):
    for name, curve in {**CURVES, "ring 0.15, cut": cut(ring), "Furukawa 4, cut": cut(furukawa4)}.items():
        field = at_distances(curve, distances * scale(curve) / xi)
        for sigma in (0, 0.3, 0.5, 0.8, 1.2):
            c = blurred(field, sigma)
            c1d = np.tensordot(CIRCLES, c, 2)
            second, fourth, sixth = [weights @ (c1d[:9] - SHARES[:9]) for weights in WEIGHTS]
            logarithm = np.log((c1d - (1 - sixth) * SHARES)[::4])
            q, slope = (logarithm[0] - logarithm[1] - logarithm[2] + logarithm[3]) / 2, (logarithm[3] - logarithm[0]) / 3
            change, before = sixth - fourth, fourth - second
            form = "-"
            if q < -0.005:
                even = change <= (0.36 if q / slope >= 0.245 else 0.3) * before
                height = sixth + (0 if even else 5 * change)
                form = f"{'even' if even else 'pointed':8}{100 * (1 - height):6.2f} +-{150 * abs(change):5.2f}"
            print(f"{xi:2} px  {name:17}{sigma:5.1f}" + "".join(f"{100 * (1 - height):8.2f}" for height in (second, fourth, sixth))
                  + f"{change / before:7.2f}{q / slope:8.2f}  {form}")
