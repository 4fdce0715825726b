# SPDX-License-Identifier: GPL-3.0-or-later
import enum
from collections.abc import Callable

import numpy as np

__version__: str

_Progress = Callable[[int, int], object]

class Recipe:
    @staticmethod
    def default() -> Recipe: ...
    @staticmethod
    def preset(name: str) -> Recipe: ...
    @staticmethod
    def from_json(json: str, source: str) -> Recipe: ...
    def set(self, key: str, text: str) -> None: ...
    def put_step(self, name: str, sha256: str, fields: list[tuple]) -> None: ...
    def put_length(self, name: str, unit: str, sha256: str) -> None: ...
    def remove_length(self, name: str) -> None: ...
    def source_of(self, name: str) -> str | None: ...
    def to_json(self) -> str: ...
    @property
    def hash(self) -> str: ...
    def copy(self) -> Recipe: ...

class Correlation:
    max_lag: int
    values: np.ndarray
    pairs: np.ndarray
    variance: float
    engine: str

class Profile:
    r: np.ndarray
    value: np.ndarray
    pairs: np.ndarray

class Length:
    px: float
    c1d: float
    quality: str
    message: str

class Session:
    name: str
    recipe: Recipe
    files: list[str]
    times: np.ndarray
    array: tuple[str, list[int]] | None
    sums: list[str]
    def results_csv(self) -> str: ...
    def c1d_csv(self) -> str: ...
    def surface_csv(self) -> str: ...
    def fit_json(self) -> str: ...
    def save(self, file: str) -> None: ...

class Kept: ...

class Displacement:
    dx: float
    dy: float
    err_x: float
    err_y: float
    peak: float
    second_peak: float
    likeness: float
    pairs: float
    is_ambiguous: bool
    is_at_edge: bool

class Registered:
    jacobian: np.ndarray
    drift: list[float]
    rho: float
    rho_drift: float
    expected_err: float
    wavelength: float
    j_min: float
    j_mean: float
    j_max: float
    sigma: float
    lambda_: float
    is_evolving: bool
    one_period_off: str
    remarks: list[str]
    engine: str
    def along(self, axis: int) -> np.ndarray: ...
    def warped(self) -> np.ndarray: ...

class Surface:
    level: float
    unit: str
    area_per_volume_before: float
    vertices: np.ndarray
    triangles: np.ndarray
    mean_curvature: np.ndarray
    gaussian_curvature: np.ndarray
    distance: np.ndarray
    def csv(self) -> str: ...
    def write_ply(self, file: str) -> None: ...

class Groups:
    said: list[str]
    session: Session | None
    def csv(self) -> str: ...
    def c1d_csv(self, group: int) -> str: ...
    def c2d(self, group: int) -> np.ndarray: ...
    def c2d_err(self, group: int) -> np.ndarray: ...
    def images(self, group: int) -> int: ...
    def scatter(self, group: int, length: str) -> str: ...

class ManySeries:
    said: list[str]
    def session(self, series: int) -> Session: ...
    def summary_csv(self) -> str: ...
    def growth_csv(self) -> str: ...
    def groups_csv(self) -> str: ...
    def collapse_csv(self) -> str: ...

class Synthetic:
    frames: np.ndarray
    time_s: list[float]
    r_max_px: list[float]
    xi_px: list[float]
    drift_x_px: list[float]
    drift_y_px: list[float]
    drift_z_px: list[float]

class CameraFaults:
    light: float
    dust: int
    drift: float
    noise: float

class SynthSettings:
    width: int
    height: int
    frames: int
    interval: float
    t0: float
    seed: int
    bits: int
    faults: CameraFaults

class RingLaw(enum.Enum):
    linear = ...
    power = ...
    constant = ...

class ParticleField(enum.Enum):
    uniform = ...
    shear = ...
    vortex = ...

class RingSettings(SynthSettings):
    r_max_from: float
    r_max_to: float
    ring_width: float
    law: RingLaw
    exponent: float
    zoom: bool
    def __init__(self) -> None: ...

class ExponentialSettings(SynthSettings):
    xi: float
    def __init__(self) -> None: ...

class GrainSettings(SynthSettings):
    grain: float
    period: float
    def __init__(self) -> None: ...

class ParticleSettings(SynthSettings):
    field: ParticleField
    max_displacement: float
    particles_per_px: float
    diameter: float
    lost: float
    def __init__(self) -> None: ...

class CahnHilliardSettings(SynthSettings):
    dt: float
    times: list[float]
    composition: float
    def __init__(self) -> None: ...

class BicontinuousSettings(SynthSettings):
    depth: int
    wavelength_from: float
    wavelength_to: float
    ring_width: float
    law: RingLaw
    exponent: float
    zoom: bool
    kept: float
    def __init__(self) -> None: ...

class FlowPairSettings:
    wavelength: float
    max_u: float
    flow_scale: float
    noise: float
    kept: float
    seed: int
    def __init__(self) -> None: ...
    def set_size(self, depth: int, height: int, width: int) -> None: ...

class FlowPair:
    fixed: np.ndarray
    moved: np.ndarray
    rho: float
    def along(self, axis: int) -> np.ndarray: ...

def set_installed_folder(folder: str) -> None: ...
def presets() -> list[str]: ...
def correlate(pixels: np.ndarray, valid: np.ndarray | None, max_lag: int, mean: str, norm: str, engine: str,
              threads: int) -> Correlation: ...
def map_of(values: np.ndarray) -> Correlation: ...
def radial_mean(map: Correlation, aspect: float) -> Profile: ...
def find_length(profile: Profile, kind: str, recipe: Recipe) -> Length: ...
def read_session(file: str) -> Session: ...
def open_series(inputs: list[str], interval_s: float | None, pixel_size_um: list[float] | None) -> Session: ...
def series_of_arrays(facts: list[tuple[str, list[int]]], are_volumes: bool,
                     read: Callable[[int], np.ndarray], name: str, times_s: list[float] | None, interval_s: float | None,
                     pixel_size_um: list[float] | None) -> tuple[Session, Kept]: ...
def analyze(series: Session, recipe: Recipe | None, engine: str, threads: int,
            progress: _Progress) -> tuple[Session, list[str]]: ...
def measure(pixels: np.ndarray, valid: np.ndarray | None, type: str, recipe: Recipe | None, pixel_size_um: list[float] | None,
            engine: str, threads: int) -> Session: ...
def convolve(pixels: np.ndarray, valid: np.ndarray | None, taps: np.ndarray, border: str, outside: float, scale: str,
             flips: bool, engine: str, threads: int) -> np.ndarray: ...
def shift(a: np.ndarray, a_valid: np.ndarray | None, b: np.ndarray, b_valid: np.ndarray | None, max_lag: int, engine: str,
          threads: int) -> Displacement: ...
def register(fixed: np.ndarray, fixed_valid: np.ndarray | None, moved: np.ndarray, moved_valid: np.ndarray | None,
             are_pictures: bool, spacing: list[float] | None, settings: dict[str, str], engine: str, threads: int,
             progress: _Progress) -> Registered: ...
def surface(pixels: np.ndarray, valid: np.ndarray | None, spacing: list[float] | None, level: str, phase: str, smooth: str,
            denoise: str, threads: int, progress: _Progress) -> Surface: ...
def ensemble(groups: list[tuple[str, float, Session]], recipe: Recipe | None, engine: str, threads: int,
             progress: _Progress) -> Groups: ...
def batch(series: list[tuple[str, str, float, Session]], recipe: Recipe | None, engine: str, threads: int,
          progress: _Progress) -> ManySeries: ...
def prepare(series: Session, recipe: Recipe | None, engine: str, threads: int, folder: str, replaces: bool) -> list[str]: ...
def measure_part(folder: str, number: int, of: int, threads: int) -> tuple[int, list[str]]: ...
def merge(folder: str) -> tuple[Session, list[str]]: ...
def ring(settings: RingSettings, progress: _Progress) -> Synthetic: ...
def exponential(settings: ExponentialSettings, progress: _Progress) -> Synthetic: ...
def grains(settings: GrainSettings, progress: _Progress) -> Synthetic: ...
def particles(settings: ParticleSettings, progress: _Progress) -> Synthetic: ...
def cahn_hilliard(settings: CahnHilliardSettings, progress: _Progress) -> Synthetic: ...
def bicontinuous(settings: BicontinuousSettings, progress: _Progress) -> Synthetic: ...
def flow_pair(settings: FlowPairSettings) -> FlowPair: ...
