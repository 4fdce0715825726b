#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Heights at R = 0 that forms of C1D give from R = 1 to 4 px alone, for closed curves of height 1: which form finds the amplitude
without noise (measure.xi_start) of which structure. Needs NumPy; xi_forms.py > results/xi_forms.txt"""
import numpy as np

R = np.arange(1, 5.0)
ONE = np.ones(4)


def bessel_j0(x):
    angle = np.linspace(0, np.pi, 2001)
    return np.trapezoid(np.cos(np.multiply.outer(x, np.sin(angle))), angle, axis=-1) / np.pi


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
