"""The server as pages and strangers meet it."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from supple import live
from supple.characters import particle
from supple.errors import FileError, InputError, MissingToolError
from supple.live import Server
from supple.live import server as module
from supple.live.follower import BREAKS, Follower
from supple.spacetime import Fly, Shot
from supple.spacetime.report import residuals


def wish(line, number, x, y=0.0):
    line.send(json.dumps({"number": number, "to": [x, y, 0]}))


def asked(server, path, **headers):
    """(status, headers, text) of a request whose headers are ours alone."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.putrequest("GET", path, skip_host=True)
    for name, value in ({"Host": f"127.0.0.1:{server.port}"} | headers).items():
        line.putheader(name.replace("_", "-"), value)
    line.endheaders()
    with closing(line), line.getresponse() as got:
        return got.status, got.headers, got.read().decode()


# ---- who comes in -----------------------------------------------------------------------------------------


def test_the_page_holds_the_take_and_may_speak_to_this_server_alone(server):
    status, headers, text = asked(server, f"/{server.token}/")
    assert status == 200
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    port = server.port
    assert f"connect-src data: blob: ws://127.0.0.1:{port} ws://localhost:{port}" in policy
    assert "default-src 'none'" in policy
    data = json.loads(re.search(r'id="supple-data">(.*?)</script>', text)[1])
    assert data["options"]["live"] == {"to": [0.5, 0, 0], "planar": True}


@pytest.mark.parametrize("path", ["/", "/x/", "/{token}x/", "/{wrong}/", "/%00/", "/%C3%A9/"])
def test_a_wrong_token_is_refused(server, path):
    path = path.format(token=server.token, wrong=server.token[::-1])
    assert asked(server, path)[0] == 403


def test_nothing_else_is_there(server):
    for path in ("drag", "../", "player.html", "openapi.json"):
        assert asked(server, f"/{server.token}/{path}")[0] in (403, 404)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_a_foreign_host_is_refused(server, host):
    status, _, text = asked(server, f"/{server.token}/", Host=host.format(port=server.port))
    assert status in (400, 403)
    assert "take" not in text


def test_localhost_is_this_machine_too(server):
    assert asked(server, f"/{server.token}/", Host=f"localhost:{server.port}")[0] == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", None]
)
def test_a_line_from_a_foreign_origin_is_refused(server, origin):
    address = server.address.replace("http:", "ws:") + "drag"
    with (
        pytest.raises(InvalidStatus, match="403"),
        connect(address, origin=origin and origin.format(port=server.port)),
    ):
        pass


def test_a_page_from_a_foreign_origin_is_refused(server):
    assert asked(server, f"/{server.token}/", Origin="http://evil.example")[0] == 403


def test_a_line_with_a_wrong_token_or_host_is_refused(server):
    own = f"http://127.0.0.1:{server.port}"
    for host, path in (("127.0.0.1", "wrong"), ("evil.example", server.token)):
        way = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        address = f"ws://{host}:{server.port}/{path}/drag"
        with pytest.raises(InvalidStatus, match="403"), connect(address, origin=own, sock=way):
            pass


def test_other_machines_are_not_heard(server):
    """The socket is bound to loopback, and to no address that others see."""
    assert server._socket.getsockname()[0] == "127.0.0.1"
    name = socket.gethostbyname(socket.gethostname())
    if name.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((name, server.port), timeout=2)


def test_every_server_has_a_token_of_its_own(server, make_jump):
    with Server(make_jump()) as other:
        assert other.token != server.token
        assert len(other.token) >= 32


# ---- drags ------------------------------------------------------------------------------------------------


def test_a_page_is_told_what_is_shown_and_then_follows(connected, answer):
    line = connected()
    header, arrays = answer(line)
    assert header["reached"]
    assert header["number"] == 0 or header["residual"] <= BREAKS
    assert arrays["translation", "base"].shape == (90, 3)
    for number, x in enumerate((0.53, 0.6, 0.48), start=1):
        wish(line, number, x)
        header, arrays = answer(line, lambda h, n=number: h["number"] == n)
        assert header["reached"]
        assert header["to"] == [x, 0, 0]
        assert header["seconds"] > 0
        assert header["residual"] <= header["worst"] <= BREAKS
        np.testing.assert_allclose(
            arrays["translation", "base"][-1, 0] - arrays["translation", "base"][0, 0], x, atol=1e-5
        )
        np.testing.assert_allclose(np.linalg.norm(arrays["rotation", "head"], axis=1), 1, atol=1e-6)
    header, _ = answer(line, lambda h: "notes" in h)
    assert "touchdown" in [note["text"] for note in header["notes"]]
    assert header["report"]["physics_residual_max"] < BREAKS


def test_beyond_reach_the_last_good_motion_stays_and_the_page_is_told_why(server, connected, answer):
    line = connected()
    wish(line, 1, 0.5)
    _, good = answer(line, lambda h: h["number"] == 1)
    wish(line, 2, 0.5, y=-0.5)
    header, arrays = answer(line, lambda h: h["number"] == 2 and h["why"], seconds=60)
    assert not header["reached"]
    assert "landing, place" in header["why"]
    assert "cannot reach y = -0.5 m" in header["why"]
    assert header["to"] == [0.5, 0, 0]
    assert arrays == {}
    newcomer = connected()
    _, shown = answer(newcomer)
    np.testing.assert_allclose(shown["translation", "head"], good["translation", "head"], atol=1e-6)
    wish(line, 3, 0.52)
    assert answer(line, lambda h: h["number"] == 3)[0]["reached"]


def test_a_newer_wish_ends_one_that_is_beyond_reach(connected, answer):
    line = connected()
    wish(line, 1, 0.5, y=-0.5)
    wish(line, 2, 0.55)
    header, _ = answer(line, lambda h: h["number"] == 2, seconds=4)
    assert header["reached"]


def test_of_many_wishes_at_once_the_newest_is_answered(connected, answer):
    line = connected()
    for number in range(1, 301):
        wish(line, number, 0.4 + 0.0005 * number)
    header, _ = answer(line, lambda h: h["number"] == 300, seconds=10)
    assert header["to"] == [0.55, 0, 0]


def test_a_second_page_sees_the_same_motion_and_may_drag_too(connected, answer):
    one, other = connected(), connected()
    wish(one, 1, 0.51)
    for line, number in ((one, 1), (other, 0)):
        assert answer(line, lambda h, n=number: h["to"] == [0.51, 0, 0] and h["number"] == n)
    one.close()
    wish(other, 1, 0.54)
    assert answer(other, lambda h: h["to"] == [0.54, 0, 0])


def test_random_drags_never_break_physics(server, connected, answer):
    """`python -m benchmarks --only drag-random` does a thousand."""
    line, rng, worst = connected(), np.random.default_rng(3), 0.0
    problem = server.follower.shot.problem
    for number, x in enumerate(rng.uniform(0.2, 1.2, 20), start=1):
        wish(line, number, float(x))
        header, _ = answer(line, lambda h, n=number: h["number"] == n)
        assert header["reached"]
        worst = max(worst, *residuals(problem, server.follower.shot.solution).values())
    assert worst <= BREAKS


# ---- what is no message -----------------------------------------------------------------------------------


def test_ten_thousand_fuzzed_messages_are_each_refused_and_the_server_stays(connected, answer, fuzzed):
    line = connected()
    answer(line)
    refused = 0
    for message in fuzzed(10_000, seed=8):
        line.send(message)
        while isinstance(said := line.recv(timeout=10), bytes):
            pass
        refused += "refused" in json.loads(said)
    assert refused == 10_000
    wish(line, 1, 0.5)
    assert answer(line, lambda h: h["number"] == 1)[0]["reached"]


def test_a_message_that_is_too_long_ends_its_line_alone(connected, answer):
    long, other = connected(), connected()
    long.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        list(long)
    wish(other, 1, 0.5)
    assert answer(other, lambda h: h["number"] == 1)[0]["reached"]


def test_nan_is_refused_by_a_sentence(connected, answer):
    line = connected()
    answer(line)
    line.send('{"number": 1, "to": [NaN, 0, 0]}')
    while isinstance(said := line.recv(timeout=5), bytes):
        pass
    assert "NaN is no number" in json.loads(said)["refused"]


# ---- what cannot be served, and the end ---------------------------------------------------------------------


def test_a_shot_without_a_landing_is_refused():
    shot = Shot(particle(), [Fly(seconds=1.0)], samples=11)
    shot.pose((0, 0, 0), at="start")
    with pytest.raises(InputError, match=r"stands nowhere.*Stand"):
        Server(shot)


def test_a_port_that_is_taken_is_named(server, make_jump):
    with pytest.raises(FileError, match=f"port {server.port}"):
        Server(make_jump(), port=server.port)


def test_without_the_extra_the_line_to_type_is_said(make_jump, monkeypatch):
    monkeypatch.setattr(module, "MISSING", ImportError("No module named 'starlette'"))
    with pytest.raises(MissingToolError, match=r"pip install 'supple\[live\]'"):
        Server(make_jump())


def test_an_error_of_the_solve_ends_the_server(make_jump, connected, monkeypatch):
    with Server(make_jump()) as serving:

        def broken(*args):
            raise ZeroDivisionError("a bug")

        monkeypatch.setattr(serving.follower._drag, "go", broken)
        wish(connected(serving), 1, 0.5)
        with pytest.raises(ZeroDivisionError, match="a bug"):
            serving.wait()


def test_a_motion_that_misses_physics_is_not_shown(make_jump, monkeypatch):
    told = []
    follower = Follower(make_jump(), told.append)
    monkeypatch.setattr("supple.live.follower.BREAKS", -1.0)
    follower.wish(live.Wish(1, (0.52, 0.0, 0.0)))
    while not told:
        pass
    follower.close()
    assert not told[0].reached
    assert "misses physics" in told[0].why
    assert told[0].take is None


def test_ctrl_c_ends_it_cleanly_and_keeps_the_last_motion(tmp_path):
    """From a shell: the address is said, SIGINT ends, and what was asked for is written."""
    command = [sys.executable, "-c", "from supple.cli import main; main()", "shot", "jump", "--live"]
    command += ["--samples", "40", "--to", "0.5", "0", "0", "--no-open", "-o", str(tmp_path / "last.glb")]
    env = os.environ | {"PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    said = process.stdout.readline()
    assert re.fullmatch(r"page: http://127\.0\.0\.1:\d+/[\w-]{32}/\n", said), said + process.stderr.read()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "ended" in out
    assert "Traceback" not in err
    assert (tmp_path / "last.glb").stat().st_size > 1000
