"""Counts the units of a plan with HyperQueue: hq.py DIR WORKERS [OPTION OF `deep work`]...

The workers are local ones of the package `hyperqueue`. For a cluster, pass the folder of its server: `Client("DIR")`.
A job may end well although tasks were killed, so the files of the plan decide which units are submitted again.
"""

import json
import subprocess
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig


def merge(plan):
    command = ["vperft", "deep", "merge", plan, "--format", "json"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout)


def main(plan, workers, *options):
    with LocalCluster() as cluster:
        for _ in range(int(workers)):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        for _ in range(10):
            merged = merge(plan)
            missing = [unit for problem in merged["problems"] for unit in problem.get("units", [])]
            if not missing:
                break
            job = Job(max_fails=None)
            for unit in missing:
                command = ["vperft", "deep", "work", plan, str(unit), "--threads", "1", *options]
                job.program(command, stdout=None, stderr=None)
            submitted = client.submit(job)
            client.wait_for_jobs([submitted], raise_on_error=False)
            print(len(client.get_failed_tasks(submitted)), "of", len(missing), "tasks failed")
    return subprocess.run(["vperft", "deep", "merge", plan], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
