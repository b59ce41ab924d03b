#!/usr/bin/env python3
"""Collects readings from sensors and summarises them."""

from __future__ import annotations

import asyncio
import os.path as osp
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Final,
    Self,
    overload,
)

if TYPE_CHECKING:
    from .sensors import Sensor

try:
    import tomllib
except ImportError:
    tomllib = None

MAX_READINGS: Final[int] = 1_000
_cache: dict[str, list[float]] = {}
UNITS = ("C", "F", *("K",))

type Reading[T: (int, float)] = tuple[str, T]
type Handler[**P, R] = Callable[P, R]
type Nested[*Ts] = tuple[*Ts]


class SensorError(Exception):
    """A sensor did not answer."""


@dataclass(slots=True, frozen=True, kw_only=True)
class Window[T: float]:
    """The last readings of one sensor."""

    name: str
    values: list[T] = field(default_factory=list)

    def __post_init__(self) -> None:
        if (count := len(self.values)) > MAX_READINGS:
            raise SensorError(f"{count:>{8}} readings, {self.name!r} allows {MAX_READINGS:_}")

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else float("nan")

    @classmethod
    def of(cls, name: str, /, *values: T, strict: bool = False, **extra: object) -> Self:
        return cls(name=name, values=[*values])

    def __matmul__(self, other: Window[T]) -> Window[T]:
        return Window(name=f"{self.name}@{other.name}", values=[a * b for a, b in zip(self.values, other.values)])


@overload
def parse(raw: str) -> float: ...
@overload
def parse(raw: bytes, encoding: str = ...) -> float: ...
def parse(raw, encoding="utf-8"):
    # Accepts "12.5 C" and its encoded form.
    match raw:
        case bytes() as data if data.isascii():
            return parse(data.decode(encoding))
        case str(text) | [str(text), *_]:
            number, _, unit = text.partition(" ")
        case {"value": value, "unit": "C" | "F" as unit, **rest}:
            return value
        case Window(name="x", values=[first, *_]):
            return first
        case -1 | 0 | 1.5 | None | True:
            return 0.0
        case osp.sep:
            raise SensorError from None
        case _:
            raise SensorError(raw)
    return float(number) if unit in UNITS else 0.0


def first[T](items: list[T], default: T | None = None) -> T | None:
    return items[0] if items else default


@asynccontextmanager
async def opened(path: str) -> AsyncIterator[dict]:
    with (
        open(path, "rb") as file,
        open(path + ".lock", "w") as lock,
    ):
        yield tomllib.load(file) if tomllib else {}
        print("closed", file=lock)


async def collect(sensors: list[Sensor], *, timeout: float = 1.0) -> dict[str, float]:
    results: dict[str, float] = {}
    try:
        async with asyncio.timeout(timeout), asyncio.TaskGroup() as group:
            tasks = {sensor.name: group.create_task(sensor.read()) for sensor in sensors}
    except* (SensorError, TimeoutError) as errors:
        for error in errors.exceptions:
            print(f"failed: {error!s} {"nested " + f"{error}"}")
    else:
        results |= {name: value async for name, value in aiter(tasks) if value is not None}
    finally:
        _cache.clear()
    return results


def counter():
    total = 0

    def add(step=1, *args):
        nonlocal total
        global MAX_READINGS
        total += step
        assert total >= 0, "negative"
        del args
        return lambda x=total, *, y: x ** y // 2 % 3

    while not (total < 0 or total is None) and total != 5:
        add()
        if total == 3:
            continue
    else:
        return rb"\x00" + b"raw", 0x_ff, 0b1010, 1e-5j, ...
    values = [x for row in [[1], [2]] for x in row if x]
    print(values[1:-1:2, ...], *values, sep=r"\n")
    yield from (value async for value in values)


if __name__ == "__main__":
    asyncio.run(collect([]))
