# SPDX-License-Identifier: MIT
# Copyright (c) the GapTV authors
"""The types that mypy is told of the compiled module, beside what the module says of itself."""
import ast
import re
from pathlib import Path

import gaptv
from gaptv import _core


def arguments_of(signature):
    """Of a text such as 'def f(self, values: ndarray[shape=(*)], lam: float) -> str', whose types are no Python."""
    inner = signature[signature.index("(") + 1 : signature.rindex(") ->")]
    while re.search(r"[\[(][^\[\]()]*[\])]", inner):
        inner = re.sub(r"[\[(][^\[\]()]*[\])]", "", inner)
    return [argument.split(":")[0].strip() for argument in inner.split(",") if argument.strip()]


def of_stub(body, prefix=""):
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from of_stub(node.body, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name, [argument.arg for argument in node.args.args]


def of_module():
    for name, thing in vars(_core).items():
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if hasattr(value, "__nb_signature__"):
                    yield f"{name}.{member}", value
        elif hasattr(thing, "__nb_signature__"):
            yield name, thing


def test_stubs_name_every_function_and_its_arguments():
    stub = ast.parse((Path(gaptv.__file__).parent / "_core.pyi").read_text(encoding="utf-8"))
    expected = {name: arguments_of(function.__nb_signature__[0][0]) for name, function in of_module()}
    assert len(expected) >= 9
    assert dict(of_stub(stub.body)) == expected
