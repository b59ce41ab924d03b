from typing import Generic, NamedTuple, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)

class Reader(Protocol[T_co]):
    name: str
    def read(self, size: int = ...) -> T_co: ...
    async def aread(self) -> T_co: ...

class Point(NamedTuple):
    x: float
    y: float = 0.0

class Box(Generic[T_co]):
    @property
    def value(self) -> T_co: ...
    @value.setter
    def value(self, new: T_co) -> None: ...

def call(function: Reader[P], *args: P.args, **kwargs: P.kwargs) -> None: ...
