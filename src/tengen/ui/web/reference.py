"""The API in readable rows, made from its OpenAPI description."""

import re
from typing import Any

from markupsafe import Markup, escape

Document = dict[str, Any]


def reference(document: Document) -> Document:
    """Return what the API page shows: calls with their fields, and the errors that all share."""
    calls = [
        (method, path, call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    every = [set(_answers(call).items()) for _, _, call in calls]
    common = {answer for answers in every for answer in answers if _is_error(answer[0])}
    return {
        "title": document["info"]["title"],
        "lead": coded(document["info"].get("description", "")),
        "errors": sorted(common),
        "calls": [
            {
                "method": method.upper(),
                "path": path,
                "text": coded(call.get("description") or call.get("summary", "")),
                "parameters": [_parameter(each, document) for each in call.get("parameters", [])],
                "body": _body(call, document),
                "answers": [
                    (status, text)
                    for status, text in _answers(call).items()
                    if (status, text) not in common
                ],
            }
            for method, path, call in calls
        ],
    }


def coded(text: str) -> Markup:
    """Return a text with its `code` marked up."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704


def kind_of(schema: Document, document: Document) -> str:
    """Say in words what a value may be."""
    if "$ref" in schema:
        return kind_of(_resolved(schema, document), document)
    if "enum" in schema:
        return " | ".join(str(each) for each in schema["enum"])
    if "const" in schema:
        return str(schema["const"])
    if "anyOf" in schema:
        kinds = dict.fromkeys(kind_of(each, document) for each in schema["anyOf"])
        return " or ".join(kinds)
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        return f"list of {kind_of(schema.get('items', {}), document)}"
    if "minimum" in schema and "maximum" in schema:
        return f"{kind} {schema['minimum']:.0f} to {schema['maximum']:.0f}"
    if "maxLength" in schema:
        return f"{kind}, at most {schema['maxLength']:,} characters"
    return kind


def _answers(call: Document) -> dict[str, str]:
    return {status: str(answer["description"]) for status, answer in call["responses"].items()}


def _is_error(status: str) -> bool:
    return not status.startswith("2")


def _resolved(schema: Document, document: Document) -> Document:
    found: Any = document
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    assert isinstance(found, dict)
    return found


def _parameter(item: Document, document: Document) -> Document:
    schema = item.get("schema", {})
    field = _field(item["name"], schema, item.get("required", False), document)
    return {**field, "text": coded(item.get("description", ""))}


def _body(call: Document, document: Document) -> list[Document]:
    content = call.get("requestBody", {}).get("content", {}).get("application/json", {})
    schema = content.get("schema", {})
    if "$ref" in schema:
        schema = _resolved(schema, document)
    required = schema.get("required", [])
    return [
        _field(name, field, name in required, document)
        for name, field in schema.get("properties", {}).items()
    ]


def _field(name: str, schema: Document, required: bool, document: Document) -> Document:
    default = schema.get("default")
    return {
        "name": name,
        "kind": kind_of(schema, document),
        "required": required,
        "default": str(default) if default not in (None, "", []) else None,
        "text": coded(schema.get("description", "")),
    }
