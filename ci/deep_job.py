"""Validates an indexed Job against the schemas of Kubernetes 1.33, and prints the command of its container."""

import sys

import kubernetes_validate
import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    job = yaml.safe_load(file)
kubernetes_validate.validate(job, "1.33", strict=True)
assert job["spec"]["completionMode"] == "Indexed"
container = job["spec"]["template"]["spec"]["containers"][0]
assert container["command"] == ["sh", "-c"] and len(container["args"]) == 1
print(container["args"][0])
