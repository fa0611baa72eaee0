#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Eddy authors
"""Prints the bill of materials of an image (CycloneDX 1.6): bill.py IMAGE. Its Debian packages, Python's distributions, jars that no
bill of its own names, and what /usr/share/doc/eddy/bom.json in it tells of Eddy's own libraries."""

import json
import re
import subprocess
import sys

# Run in the image; whatever it has of dpkg, Python and jars.
LOOK = r"""
if command -v dpkg-query >/dev/null; then dpkg-query -W -f 'deb\t${Package}\t${Version}\n'; fi
find / -xdev -path '*.dist-info/METADATA' 2>/dev/null | while read -r file; do
  printf 'pypi\t%s\t%s\n' "$(sed -n 's/^Name: //p;/^$/q' "$file" | head -1)" "$(sed -n 's/^Version: //p;/^$/q' "$file" | head -1)"
done
find /opt -xdev -name '*.jar' ! -path '/opt/eddy/*' ! -path '*/usrlib/*' 2>/dev/null | sed 's/^/jar\t/'
"""
BOM = "/usr/share/doc/eddy/bom.json"


def run(image, *command):
    return subprocess.run(["podman", "run", "--rm", "--network=none", "--user=0", "--health-interval=disable",
                           "--entrypoint", command[0], image, *command[1:]], capture_output=True, text=True)


def component(kind, name, version):
    purl = {"deb": f"pkg:deb/debian/{name}@{version}", "pypi": f"pkg:pypi/{name.lower()}@{version}",
            "maven": f"pkg:maven/org.apache.flink/{name}@{version}", "jar": f"pkg:generic/{name}@{version}"}[kind]
    return {"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl}


def of_jar(path):
    name, version = re.fullmatch(r"(.+?)(?:-(\d[\w.-]*))?\.jar", path.rsplit("/", 1)[1]).groups()
    return component("maven" if name.startswith("flink-") else "jar", name, version or "unknown")


def main(image):
    looked = run(image, "sh", "-c", LOOK)
    if looked.returncode != 0:
        sys.exit(f"{image} cannot be looked into: {looked.stderr}")
    components = {}
    for line in looked.stdout.splitlines():
        kind, *rest = line.split("\t")
        one = of_jar(rest[0]) if kind == "jar" else component(kind, *rest)
        components[one["bom-ref"]] = one
    own = run(image, "cat", BOM)
    if own.returncode == 0:
        for one in json.loads(own.stdout)["components"]:
            components[one["bom-ref"]] = one
    if not components:
        sys.exit(f"{image} has neither packages nor libraries that could be told")
    json.dump({"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
               "metadata": {"component": {"type": "container", "name": image.rsplit(":", 1)[0], "version": image.rsplit(":", 1)[-1]}},
               "components": [components[ref] for ref in sorted(components)]}, sys.stdout, indent=1)
    print()


main(sys.argv[1])
