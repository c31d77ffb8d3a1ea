"""Tests the plugin with real backends. VPERFT names the command."""

import json
import os
import subprocess

import pytest

VPERFT = os.environ["VPERFT"]
WRONG = f"cmd:{VPERFT} serve --backend reference --without RYU-EP"
pytest_plugins = ["pytester"]


def run(pytester, *arguments, backend=WRONG, cases="ryugi --tier smoke", options=""):
    pytester.makepyprojecttoml(f"""
        [tool.pytest.ini_options]
        vperft_backend = "{backend}"
        vperft_cases = "{cases}"
        vperft_options = "{options}"
        vperft_program = "{VPERFT}"
    """)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-v", *arguments)


def failing(result):
    """The ids of the tests that failed, in order of their names."""
    lines = (line.split() for line in result.outlines if "FAILED" in line and "::" in line)
    return sorted({word for line in lines for word in line if "::" in word})


def expected():
    command = [VPERFT, "run", "ryugi", "--tier", "smoke", "--backend", WRONG, "--format", "json"]
    cases = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["cases"]
    wrong = {case["id"] for case in cases if any("replay" in check for check in case["checks"])}
    return len(cases), sorted(f"vperft::{name}" for name in wrong)


def test_the_failing_cases_are_those_of_a_run_with_any_number_of_workers(pytester):
    count, wrong = expected()
    assert wrong
    for workers in [], ["-n", "4"]:
        result = run(pytester, *workers)
        result.assert_outcomes(passed=count - len(wrong), failed=len(wrong))
        assert failing(result) == wrong


def test_a_failure_has_the_rule_the_board_and_the_replay(pytester):
    result = run(pytester, "-k", "ryugi/ep-black-takes", cases="ryugi")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*rule     RYU-EP: a Pawn that has just made a double move*",
        "*p  P*",
        "*missing  p d5-e4; @-e5*",
        "*replay   *run ryugi --filter ryugi/ep-black-takes --check moves*",
    ])


def test_clauses_select_cases(pytester):
    result = run(pytester, "-k", "RYU-EP", backend="fast", cases="ryugi")
    assert result.parseoutcomes()["passed"] > 20


@pytest.mark.parametrize("settings, message", [
    ({"backend": "cmd:./nosuch", "cases": "ryugi"}, "cannot be started: ./nosuch"),
    ({"cases": "nosuch"}, "'nosuch'"),
    ({"backend": "cmd:sleep 60", "cases": "ryugi", "options": "--timeout 0.2 --restarts 0"}, "gave no answer"),
])
def test_what_is_wrong_with_the_settings_is_said(pytester, settings, message):
    result = run(pytester, "-k", "ryugi/ep-black-takes", **settings)
    assert result.ret != 0
    assert any(message in line for line in result.outlines + result.errlines)


def test_without_a_backend_the_plugin_does_nothing(pytester):
    pytester.makepyfile("def test_own(): pass")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
