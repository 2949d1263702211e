"""What commands print as JSON, compared with `schemas/output.schema.json`, wherever a test has one print it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from checker.cli import common
from checker.reading import schema


@cache
def contract(command: str) -> jsonschema_rs.Draft202012Validator:
    """Return the validator of what a command prints."""
    registry = jsonschema_rs.Registry([(one["$id"], one) for one in schema.schemas().values()])
    wanted = {"$ref": f"{schema.BASE}output.schema.json#/$defs/{command}"}
    return jsonschema_rs.Draft202012Validator(wanted, registry=registry)


@contextmanager
def as_agreed() -> Iterator[None]:
    """Fail the test where a command prints JSON that its schema does not describe."""
    write = common.print_json

    def compared(value: Any) -> None:
        command = sys._getframe(1).f_globals["__name__"].rpartition(".")[2].rstrip("_").replace("_", "-")
        wrong = [
            f"{'/'.join(map(str, one.instance_path))}: {one.message}" for one in contract(command).iter_errors(value)
        ]
        if wrong:  # what `main` takes for no fault of its own
            pytest.fail(f"{command} prints what its schema does not describe: {wrong[:3]}")
        write(value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(common, "print_json", compared)
        yield
