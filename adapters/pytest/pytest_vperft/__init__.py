"""Makes every case of the vperft corpus a test of pytest.

The cases are those of `vperft cases`, in its order, so that every worker of pytest-xdist collects the same tests. One process of
`vperft run --stdin` in each worker judges the cases, and with it runs one process of the backend."""

import json
import shlex
import subprocess
import threading

import pytest

SETTINGS = "vperft_backend", "vperft_cases", "vperft_options", "vperft_program"


def pytest_addoption(parser):
    parser.addini("vperft_backend", "the backend to check, such as cmd:python3 engine.py", default="")
    parser.addini("vperft_cases", "the cases, as vperft cases selects them: variants, --tier, --filter", default="")
    parser.addini("vperft_options", "further options of vperft run, such as --timeout 10", default="")
    parser.addini("vperft_program", "the vperft command", default="vperft")


def pytest_collection(session):
    # Settings without a backend mean that the plugin is installed but not used here.
    if session.config.getini("vperft_backend"):
        session.config.pluginmanager.register(Cases(session.config), "vperft-cases")


class Cases:
    """Adds the cases to the tests that pytest has collected."""

    def __init__(self, config):
        backend, *words = map(config.getini, SETTINGS)
        self.cases, options, self.program = map(shlex.split, words)
        self.options = ["--backend", backend, *options]
        # The backend is named as from the folder with the settings.
        self.folder = config.rootpath
        self.judge = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session, config, items):
        corpus = Corpus.from_parent(session, name="vperft", nodeid="vperft", cases=self)
        own = [Case.from_parent(corpus, name=case["id"], case=case) for case in self.list()]
        # First, so that pytest then selects among them by `-k` and `-m`.
        items.extend(own)
        # The number of collected tests counts them.
        config.hook.pytest_collectreport(report=pytest.CollectReport("vperft", "passed", None, own))

    def list(self):
        command = [*self.program, "cases", *self.cases, "--format", "json"]
        done = run(command, self.folder)
        if done.returncode != 0:
            raise pytest.UsageError(f"{shlex.join(command)} ends with {done.returncode}: {done.stderr.strip()}")
        return json.loads(done.stdout)["cases"]

    def verdict(self, name):
        if self.judge is None:
            self.judge = Judge([*self.program, "run", *self.cases, *self.options, "--stdin"], self.folder)
        return self.judge.verdict(name)

    def pytest_sessionfinish(self):
        if self.judge is not None:
            self.judge.close()


class Judge:
    """A process that judges cases, one after the other."""

    def __init__(self, command, folder):
        self.command = command
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=folder, text=True, encoding="utf-8", **pipes)
        self.said = []
        # Unread output would block the process.
        self.reader = threading.Thread(target=lambda: self.said.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def verdict(self, name):
        try:
            self.process.stdin.write(name + "\n")
            self.process.stdin.flush()
        except OSError:
            # It has ended; the answer below is missing, too.
            pass
        line = self.process.stdout.readline()
        if not line:
            code = self.process.wait()
            self.reader.join(timeout=1)
            raise Failure(f"{shlex.join(self.command)} ends with {code}: {''.join(self.said[-20:]).strip()}")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Corpus(pytest.Collector):
    """The parent of the cases."""

    def __init__(self, cases, **rest):
        super().__init__(**rest)
        self.cases = cases

    def collect(self):
        return []


class Failure(Exception):
    """A failure whose text says all; a trace of this plugin would say nothing."""


class Case(pytest.Item):
    """A case as a test."""

    def __init__(self, case, **rest):
        super().__init__(**rest)
        self.case = case
        # `pytest -k RYU-EP` takes the cases of a clause.
        self.extra_keyword_matches.update(case["clauses"])

    def runtest(self):
        verdict = self.parent.cases.verdict(self.case["id"])
        if verdict["verdict"] == "unsupported":
            pytest.skip("the backend answers none of its checks")
        if verdict["verdict"] == "fail":
            raise Failure(verdict["text"])

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, Failure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return "vperft", None, f"{self.case['id']}: {self.case['title']}"


def run(command, folder):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    except OSError as error:
        raise pytest.UsageError(f"cannot start {command[0]}: {error.strerror}; vperft_program names the command") from None
