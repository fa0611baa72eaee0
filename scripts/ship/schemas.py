#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""JSON schemas that kubeconform reads: schemas.py core WHEEL FOLDER, schemas.py crds FOLDER CRD.yaml...

core takes those of Kubernetes' own kinds from the wheel of kubernetes-validate, whose references lead to its own addresses;
crds makes them of CustomResourceDefinitions, and refuses what these do not name.
"""
import json
import pathlib
import sys
import zipfile


def core(wheel, folder):
    release = "v1.35.0-local-strict"
    target = pathlib.Path(folder, "v1.35.0-standalone-strict")
    target.mkdir(parents=True)
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if f"/{release}/" in name and name.endswith(".json"):
                schema = local(json.loads(archive.read(name)))
                (target / pathlib.Path(name).name).write_text(json.dumps(schema))
    if not any(target.iterdir()):
        sys.exit(f"{wheel} has no schemas of {release}")


def local(node):
    """References to the neighbouring file, and definitions where kubeconform looks for them."""
    if isinstance(node, list):
        return [local(one) for one in node]
    if not isinstance(node, dict):
        return node
    result = {}
    for key, value in node.items():
        if key in ("$id", "$schema") and isinstance(value, str):
            continue
        if key == "$ref" and isinstance(value, str):
            value = value.replace("/api/_definitions.json#", "_definitions.json#").replace("/$defs/", "/definitions/")
        result["definitions" if key == "$defs" else key] = local(value)
    return result


def crds(folder, files):
    import yaml

    for file in files:
        with open(file) as text:
            definitions = [one for one in yaml.load_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) if one]
        for definition in definitions:
            spec = definition["spec"]
            for version in spec["versions"]:
                schema = closed(version["schema"]["openAPIV3Schema"])
                schema["properties"] |= {key: {"type": kind} for key, kind in
                                         (("apiVersion", "string"), ("kind", "string"), ("metadata", "object"))}
                path = pathlib.Path(folder, spec["group"], f"{spec['names']['kind'].lower()}_{version['name']}.json")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(schema))


def closed(schema):
    """The JSON schema of an OpenAPI one, which lets nothing through that it does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, value in schema.items():
        if key in ("properties", "patternProperties"):
            result[key] = {name: closed(one) for name, one in value.items()}
        elif key in ("enum", "required", "default"):
            result[key] = value
        elif key not in ("nullable", "example") and not key.startswith("x-kubernetes-"):
            result[key] = closed(value)
    if schema.get("x-kubernetes-int-or-string"):
        for key in ("anyOf", "format", "type"):
            result.pop(key, None)
        result["type"] = ["string", "integer"]
    if schema.get("nullable") and isinstance(result.get("type"), str):
        result["type"] = [result["type"], "null"]
    free = schema.get("x-kubernetes-preserve-unknown-fields") or schema.get("x-kubernetes-embedded-resource")
    if "properties" in result and not free:
        result.setdefault("additionalProperties", False)
    return result


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["core", wheel, folder]:
            core(wheel, folder)
        case ["crds", folder, *files] if files:
            crds(folder, files)
        case _:
            sys.exit(__doc__)
