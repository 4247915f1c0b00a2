"""The API page says what can be sent, in words, and lets no markup through."""

from tengen.ui.web.reference import coded, kind_of, reference

DOCUMENT = {
    "info": {"title": "tengen", "description": "Send `h8`."},
    "paths": {
        "/api/games": {
            "post": {
                "description": "Begin.",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Ask"}}
                    }
                },
                "responses": {
                    "201": {"description": "Begun."},
                    "404": {"description": "There is no such thing."},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "Ask": {
                "required": ["rule"],
                "properties": {
                    "rule": {"enum": ["freestyle", "renju"]},
                    "size": {"type": "integer", "minimum": 5, "maximum": 26, "default": 15},
                    "moves": {"anyOf": [{"type": "array", "items": {"type": "string"}}]},
                },
            }
        }
    },
}


def test_a_call_is_told_with_its_fields_and_errors_are_told_once() -> None:
    told = reference(DOCUMENT)
    (call,) = told["calls"]
    assert (call["method"], call["path"], call["answers"]) == (
        "POST",
        "/api/games",
        [("201", "Begun.")],
    )
    assert [(each["name"], each["kind"], each["required"]) for each in call["body"]] == [
        ("rule", "freestyle | renju", True),
        ("size", "integer 5 to 26", False),
        ("moves", "list of string", False),
    ]
    assert call["body"][1]["default"] == "15"
    assert told["errors"] == [("404", "There is no such thing.")]


def test_code_is_marked_and_everything_else_is_escaped() -> None:
    assert coded("a `<b>` & c") == "a <code>&lt;b&gt;</code> &amp; c"


def test_references_are_followed_and_what_is_open_is_called_anything() -> None:
    assert kind_of({"$ref": "#/components/schemas/Ask/properties/rule"}, DOCUMENT) == (
        "freestyle | renju"
    )
    assert kind_of({}, DOCUMENT) == "anything"
