"""What the page of the JSON API shows, taken from the API's OpenAPI description."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """A parameter, or a field of a request or of a response."""

    name: str
    kind: str
    about: str


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    about: str
    request: list[Field]
    response: list[Field]


def list_operations(openapi: Schema) -> list[Operation]:
    """Return every operation, in the order of the routes."""
    schemas = openapi["components"]["schemas"]
    return [
        Operation(
            method.upper(),
            path,
            _about(operation),
            list(_request_fields(operation, schemas)),
            list(_response_fields(operation, schemas)),
        )
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]


def _about(operation: Schema) -> str:
    return str(operation.get("description") or f"{operation['summary'].capitalize()}.")


def _request_fields(operation: Schema, schemas: Schema) -> Iterator[Field]:
    for parameter in operation.get("parameters", []):
        yield Field(parameter["name"], _type_words(parameter["schema"]), parameter["in"])
    yield from _fields(_first_schema(operation.get("requestBody", {})), schemas)


def _response_fields(operation: Schema, schemas: Schema) -> Iterator[Field]:
    success = next(response for code, response in operation["responses"].items() if code.startswith("2"))
    yield from _fields(_first_schema(success), schemas)


def _first_schema(body: Schema) -> Schema:
    """Return the schema of a body's first content type."""
    kinds: list[dict[str, Schema]] = list(body.get("content", {}).values())
    return kinds[0].get("schema", {}) if kinds else {}


def _fields(schema: Schema, schemas: Schema) -> Iterator[Field]:
    """Yield the fields of an object, or of the objects in a list."""
    item = schema.get("items", schema)
    known = schemas.get(item.get("$ref", "").rpartition("/")[2], {})
    for name, field in known.get("properties", {}).items():
        yield Field(name, _type_words(field), field.get("description", ""))


def _type_words(schema: Schema) -> str:
    """Return a type in a few words: string, [integer], number | null."""
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type_words, schema["anyOf"])))
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if schema.get("type") == "array":
        return f"[{_type_words(schema['items']) if 'items' in schema else '…'}]"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"{{{_type_words(schema['additionalProperties'])}}}"
    return str(schema.get("type", "any"))
