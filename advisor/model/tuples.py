"""The base of all values: a tuple with named fields, as `typing.NamedTuple` makes it, at a fraction of what that costs to define.

A hook defines every value of the vocabulary after each command that failed. `typing.NamedTuple` checks each annotation and
compiles a constructor (0.09 ms a class on CPython 3.11: more than all else in a module of values); here neither happens.
To a type checker it is `typing.NamedTuple` itself.
"""

from __future__ import annotations

from operator import itemgetter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    def _filled(kind, values, named):
        """All values of a new tuple, the defaults of its kind among them. Raises TypeError as a call of a function does."""
        fields, at = kind._fields, len(values)
        if at > len(fields):
            raise TypeError(f"{kind.__name__} takes {len(fields)} values, not {at}")
        if not named.keys() <= set(fields[at:]):
            raise TypeError(f"{kind.__name__} has no other field {', '.join(sorted(named.keys() - set(fields[at:])))}")
        given = {**kind._field_defaults, **named}
        missing = [field for field in fields[at:] if field not in given]
        if missing:
            raise TypeError(f"{kind.__name__} lacks {', '.join(missing)}")
        return (*values, *(given[field] for field in fields[at:]))

    class _Value(tuple):
        """What all kinds of values have in common."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012

        def __new__(cls, *values, **named):
            if named or len(values) != len(cls._fields):
                values = _filled(cls, values, named)
            return tuple.__new__(cls, values)

        @classmethod
        def _make(cls, values):
            """A value of what an iterable holds, field by field."""
            return cls(*values)

        def _replace(self, **changed):
            """The same value with other fields. Raises ValueError for a field that it has not."""
            values = [changed.pop(field, value) for field, value in zip(self._fields, self, strict=True)]
            if changed:
                raise ValueError(f"{type(self).__name__} has no field {', '.join(changed)}")
            return tuple.__new__(type(self), values)

        def _asdict(self):
            """The fields by their names."""
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            told = ", ".join(f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({told})"

        def __getnewargs__(self):
            return tuple(self)

    class _Maker(type):
        """Makes a kind of values of a class that names its fields."""

        def __new__(cls, name, bases, namespace):
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace[field] for field in fields if field in namespace}
            accessors = {field: property(itemgetter(at)) for at, field in enumerate(fields)}
            made = {**namespace, **accessors, "__slots__": (), "_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
            return type(name, (_Value,), made)

    class NamedTuple(metaclass=_Maker):
        """The base that kinds of values name."""
