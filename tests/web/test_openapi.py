"""The API does what its description says, whatever it is sent."""

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from coldsteel.store.store import Store
from coldsteel.web.app import create_app
from coldsteel.web.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'fights.db'}")
    table = Table(store, folder=EXAMPLES)
    yield schemathesis.openapi.from_asgi("/api/openapi.json", create_app(table, pages=False))
    table.close()


def test_the_api_holds_to_its_description(api):
    """Every operation, with bodies and parameters that fit its description and others that don't."""
    for found in api.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
        def holds(case):
            case.call_and_validate(excluded_checks=[positive_data_acceptance])  # rules refuse what fits, with 422

        holds()


def test_what_does_not_fit_is_refused(api):
    """The same with what breaks the description: no server error, and a refusal as it is described."""
    for found in api.get_all_operations():
        operation = found.ok()
        if not (operation.body or operation.query or operation.path_parameters):
            continue

        @given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
        @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
        def refuses(case):
            case.call_and_validate()

        refuses()


def test_no_operation_is_left_out(api):
    operations = {(o.ok().method.upper(), o.ok().path) for o in api.get_all_operations()}
    assert ("POST", "/api/fights/{fight}/throws") in operations
    assert len(operations) >= 20
