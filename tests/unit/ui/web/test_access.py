"""Names, rates, counts and languages of those who come in, without a server."""

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.errors import InvalidText
from tengen.ui.web.access import Rates, host_name, machine_names, own_hosts
from tengen.ui.web.games import Sockets
from tengen.ui.web.hub import new_address
from tengen.ui.web.settings import Settings


def test_on_loopback_only_its_own_names_count() -> None:
    assert own_hosts(Settings()) == {"localhost", "127.0.0.1", "::1"}
    named = own_hosts(Settings(allow_hosts=("Tengen.Example", "[::2]")))
    assert named == {"localhost", "127.0.0.1", "::1", "tengen.example", "::2"}


def test_on_the_network_the_machine_has_its_names_and_addresses() -> None:
    names = own_hosts(Settings(host="0.0.0.0"))
    assert machine_names() <= names
    assert socket.gethostname().lower() in names
    assert own_hosts(Settings(host="192.0.2.7")) == {"localhost", "127.0.0.1", "::1", "192.0.2.7"}


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost:8136", "localhost"),
        ("LOCALHOST", "localhost"),
        ("[::1]:80", "::1"),
        ("a.example:x", "a.example"),
        ("[::1", ""),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


@given(st.text())
def test_no_host_header_makes_it_fall_over(header: str) -> None:
    host_name(header)


def test_a_rate_forgives_a_burst_and_fills_again() -> None:
    rates = Rates(4.0)
    assert [rates.allow("a", 0.0) for _ in range(5)] == [True] * 4 + [False]
    assert rates.allow("b", 0.0)
    assert not rates.allow("a", 0.2)
    assert rates.allow("a", 0.5)
    assert [rates.allow("a", 100.0) for _ in range(5)] == [True] * 4 + [False]


@given(st.lists(st.floats(0, 2), max_size=100))
def test_over_a_while_nobody_gets_more_than_the_rate(gaps: list[float]) -> None:
    rates, now, allowed = Rates(5.0), 0.0, 0
    for gap in gaps:
        now += gap
        allowed += rates.allow("a", now)
    assert allowed <= 5 + 5 * now


def test_sockets_are_counted_for_each_and_for_all() -> None:
    sockets = Sockets(each=2, most=3)
    assert [sockets.enter("a") is None for _ in range(3)] == [True, True, False]
    assert sockets.enter("b") is None
    assert "as many visitors" in str(sockets.enter("c"))
    sockets.leave("a")
    assert (sockets.count, sockets.enter("c")) == (2, None)


def test_addresses_begin_with_a_letter_and_do_not_repeat() -> None:
    addresses = {new_address() for _ in range(1000)}
    assert len(addresses) == 1000
    assert all(address[0].isalpha() and address.isalnum() for address in addresses)


def test_a_port_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidText, match="70000 is not a port"):
        Settings(port=70000)
