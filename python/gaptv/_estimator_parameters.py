# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The parameters of estimators, made of the library's table of options."""
from __future__ import annotations

import difflib
import inspect
from typing import Any

from gaptv import _core


def _value(text: str) -> Any:
    """A default as one would write it in Python; left open is None."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None


def default_parameters(method: str, fixed: tuple[str, ...]) -> dict[str, Any]:
    """The options that the method looks at, by their names in Python, without those that are fixed."""
    return {
        "lam" if name == "lambda" else name: _value(usual)
        for name, _, _, usual in _core.options_of_method(method)
        if name not in fixed
    }


def set_constructor(cls: type, defaults: dict[str, Any]) -> None:
    """Gives the class a constructor that stores these parameters, with a signature that scikit-learn and editors read."""

    def __init__(self: Any, **parameters: Any) -> None:
        for name, default in defaults.items():
            setattr(self, name, parameters.pop(name, default))
        for name in parameters:
            nearest = difflib.get_close_matches(name, defaults, 1)
            raise TypeError(f"{cls.__name__} has no parameter {name!r}" + (f"; did you mean {nearest[0]}?" if nearest else ""))

    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    parameters += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default) for name, default in defaults.items()]
    setattr(__init__, "__signature__", inspect.Signature(parameters))
    setattr(cls, "__init__", __init__)
