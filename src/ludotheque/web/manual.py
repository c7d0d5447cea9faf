"""The manual of the JSON API, from its own description."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """Something that is sent or answered."""

    name: str
    kind: str
    about: str


@dataclass(frozen=True)
class Operation:
    """One thing that a program may ask for."""

    method: str
    path: str
    about: str
    sent: list[Field]
    answered: list[Field]


def operations(described: Schema) -> list[Operation]:
    """Everything that the API does, in the order of its routes."""
    schemas = described["components"]["schemas"]
    told = [(path, method, one) for path, methods in described["paths"].items() for method, one in methods.items()]
    return [
        Operation(method.upper(), path, about(one), list(sent(one, schemas)), list(answered(one, schemas)))
        for path, method, one in told
    ]


def about(one: Schema) -> str:
    return str(one.get("description") or f"{one['summary'].capitalize()}.")


def sent(one: Schema, schemas: Schema) -> Iterator[Field]:
    """What is in the address, and the fields of the body."""
    for parameter in one.get("parameters", []):
        yield Field(parameter["name"], kind(parameter["schema"]), parameter["in"])
    yield from fields(content(one.get("requestBody", {})), schemas)


def answered(one: Schema, schemas: Schema) -> Iterator[Field]:
    """The fields of an answer when all goes well."""
    good = next(answer for code, answer in one["responses"].items() if code.startswith("2"))
    yield from fields(content(good), schemas)


def content(told: Schema) -> Schema:
    """The schema of what is told first."""
    kinds: list[dict[str, Schema]] = list(told.get("content", {}).values())
    return kinds[0].get("schema", {}) if kinds else {}


def fields(schema: Schema, schemas: Schema) -> Iterator[Field]:
    """The fields of an object, or of each object in a list."""
    inner = schema.get("items", schema)
    known = schemas.get(inner.get("$ref", "").rpartition("/")[2], {})
    for name, field in known.get("properties", {}).items():
        yield Field(name, kind(field), field.get("description", ""))


def kind(schema: Schema) -> str:
    """A type in a few words."""
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(kind, schema["anyOf"])))
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if schema.get("type") == "array":
        return f"[{kind(schema['items']) if 'items' in schema else '…'}]"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"{{{kind(schema['additionalProperties'])}}}"
    return str(schema.get("type", "any"))
