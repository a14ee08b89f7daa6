"""Everything that the guide does, through the classes."""

import pickle

import pytest

import latewood
from conftest import story


def ids(nodes):
    return [node.id for node in nodes]


def test_a_document_with_ttl_is_in_two_snapshots_and_leaves(ctx):
    last = story(ctx)
    assert last.cycle == 4 and len(last.id) == 64
    assert [(one.id, one.cause, one.bytes) for one in last.left] == [("leaflet", "ttl", 52)]
    assert ids(ctx.select("@t-2 #leaflet")) == ["leaflet"]
    assert ctx.select("@t0 #leaflet") == []
    assert ids(ctx.select(".cb[role='assistant']")) == ["answer"]
    assert "leaflet" in ctx.at(-1) and "leaflet" not in ctx.latest()


def test_a_node_shows_what_was_added(ctx):
    node = ctx.add({"a": [1, 2.5, None, True]}, role="tool", kind="json", ttl=3, priority=2, key="k",
                   provenance="mail", attributes={"data_x": 1}, offset=1)
    assert (node.role, node.kind, node.ttl, node.priority, node.key) == ("tool", "json", 3, 2, "k")
    assert node.content == {"a": [1, 2.5, None, True]} and node.attributes == {"data_x": 1}
    assert node.provenance == "mail" and node.offset == 1 and node.is_block and not node.is_turn
    assert node.created_at.tzinfo is not None and len(node.content_hash) == 64
    assert ctx.node(node.id) == node and hash(ctx.node(node.id)) == hash(node)
    again = pickle.loads(pickle.dumps(node))
    assert again == node and isinstance(again, latewood.Node)


def test_a_node_is_not_changed_by_later_edits(ctx):
    node = ctx.add("first", id="n")
    assert node.text == "first"
    ctx.replace("n", "second")
    assert node.text == "first" and ctx.node("n").text == "second"


def test_bytes_are_images(ctx):
    node = ctx.add(b"\x89PNG\r\n\x1a\n....")
    assert node.kind == "image" and node.content["url"].startswith("data:image/png;base64,")
    assert ctx.add(bytearray(b"??"), media_type="image/webp").content["url"].startswith("data:image/webp;")
    with pytest.raises(latewood.codes.ContentInvalid):
        ctx.add(memoryview(b"no image"))
    parts = ctx.preview("anthropic")["messages"][0]["content"]
    assert parts[0]["source"]["media_type"] == "image/png"


def test_edits_return_the_ids_that_hold_the_content(ctx):
    story(ctx)
    draft = ctx.add("draft", id="draft")
    assert ctx.replace(draft, "better", ttl=2, attributes={"data_a": 1}) == ["draft"]
    assert ctx.node("draft").ttl == 2
    assert ctx.replace("draft", "best", ttl=None) == ["draft"] and ctx.node("draft").ttl is None
    marker = ctx.delete("question")
    assert len(marker) == 1 and ctx.node(marker[0]).node_type == "cb:redaction"
    assert ctx.delete(marker) == []
    assert ctx.move(draft, depth=1) == ["draft"]
    with pytest.raises(latewood.codes.SeveralMatch):
        ctx.delete(".cb")
    with pytest.raises(latewood.codes.Unauthorized):
        ctx.delete("prompt")
    assert len(ctx.delete("prompt", system=True)) <= 1


def test_pinned_blocks_hold_nodes_and_count(ctx):
    node = ctx.add("x", id="x", ttl=1)
    ctx.commit()
    with ctx.pinned(node):
        with ctx.pinned("x"):
            ctx.commit()
        assert ctx.commit().deferred == ["x"]
        assert ctx.node("x").is_pinned
    assert [one.id for one in ctx.commit().left] == ["x"]
    with ctx.pinned(ctx.add("gone")) as nothing:
        assert nothing is None
        ctx.reset()


def test_undo_and_restore(ctx):
    story(ctx)
    ctx.add("Never mind.", id="slip")
    assert ctx.undo().rule == "insert"
    assert ctx.undo(dry_run=True).rule == "commit"
    assert ctx.restore("leaflet", ttl=1)[0].text.startswith("Leaflet 12")
    ctx.reset()
    with pytest.raises(latewood.codes.NodeNotFound) as caught:
        ctx.restore("nothing")
    assert caught.value.hint is None or isinstance(caught.value.hint, str)


def test_apply_is_all_or_nothing(ctx):
    hello = {"op": "insert", "args": {"role": "user", "content": "Hello"}}
    reply = {"op": "insert", "args": {"content": "Hi", "attributes": {"data_refs": ["$0.id"]}}}
    done = ctx.apply([hello, reply], commit={"message": "greetings"})
    assert done["commit"]["cycle"] == 1 and len(done["results"]) == 2
    with pytest.raises(latewood.NotFound):
        ctx.apply([hello, {"op": "delete", "args": {"nodes": "nothing"}}])
    assert ctx.status().added == []


def test_snapshots_stay(ctx):
    story(ctx)
    then = ctx.at("@c2")
    thread = then.render_text()
    ctx.delete("question")
    ctx.commit()
    assert then.render_text() == thread and then.cycle == 2
    assert ctx["@c2"] == then and ctx[-3] == then and len({then, ctx.at(-3)}) == 1
    assert ids(then) == ids(then.nodes()) and then["answer"].role == "assistant"
    assert then.ids() == ["prompt", "question", "answer", "leaflet"]
    assert then.report["message"] == "answer" and "zzz" not in then
    assert then.why("answer").actor == "agent"
    with pytest.raises(latewood.codes.SnapshotNotFound):
        ctx.at(-99)
    with pytest.raises(latewood.codes.SelectorInvalid):
        ctx.at(1)


def test_questions(ctx):
    story(ctx)
    diff = ctx.diff(-3, -2)
    assert diff and diff.added == ["mt:2", "mc:2", "answer", "leaflet"] and not diff.removed
    assert not ctx.diff(0, 0) and ctx.diff(ctx.at(-3), ctx.at(-2)) == diff
    assert ctx.diff_as("stat", -1, 0) and "leaflet" in str(ctx.diff_as("unified", -3, -2))
    prefix = ctx.prefix(profile="openai")
    assert prefix.cause == "ttl" and 0 < prefix.kept < 1 and prefix.node_id == "leaflet"
    why = ctx.why("leaflet")
    assert why.left["rule"] == "expire" and why.here is None and "left in cycle 4" in str(why)
    assert [one.cycle for one in ctx.log()] == [4, 3, 2, 1] and next(ctx.log()).refs == ["main"]
    assert [one.cycle for one in ctx.log(limit=2)] == [4, 3]
    assert [hit["id"] for hit in ctx.grep("compacted", moment="@c1..@t0")] == ["answer", "leaflet"]
    assert [unit["id"] for unit in ctx.blame(moment=-3)] == ["prompt", "question"]
    assert ctx.changes("@t-3..@t0 .cb") and ctx.explain(".cb")["steps"]
    assert len(ctx.stats()) == 4 and ctx.receipt()["cycle"] == 4
    with pytest.raises(latewood.codes.SelectorInvalid) as caught:
        ctx.select("@t-3..@t0 .cb")
    assert "changes" in caught.value.hint
    with pytest.raises(latewood.codes.SelectorInvalid):
        ctx.changes(".cb")


def test_the_place_of_a_fault_counts_from_the_start_of_the_selector(ctx):
    story(ctx)
    places = []
    for selector in (".cb[role=", "@t-1 .cb[role="):
        with pytest.raises(latewood.codes.SelectorInvalid) as caught:
            ctx.select(selector)
        places.append(caught.value.place[0])
    assert places == [9, 14]


def test_long_lists_come_in_pages(ctx):
    for number in range(1203):
        ctx.commit("commit %d" % number)
    assert [one.cycle for one in ctx.log()] == list(range(1203, 0, -1))
    assert len(list(ctx.log(limit=700))) == 700


def test_forks_and_tags(ctx):
    story(ctx)
    other = ctx.fork("careful", at=-1)
    other.add("Let a specialist look at the roots first.", role="assistant", id="doubt")
    other.commit("another answer")
    assert ctx.select("#doubt") == [] and ids(other.select("#doubt")) == ["doubt"]
    assert other.branch == "careful" and ctx.branch == "main"
    assert {one.name: one.is_current for one in ctx.branches()} == {"main": True, "careful": False}
    assert ctx.tag("good", -1).cycle == 3 and other.tag("tried").cycle == 4
    assert ctx.at("good").cycle == 3 and ctx.at("careful").commit_id == other.latest().commit_id
    copy = ctx.fork("copy", at="good", into=True)
    assert copy.latest().cycle == 3 and copy.repository.contexts() == ["main", "copy"]
    ctx.delete_tag("tried")
    ctx.delete_branch("careful")
    assert len(ctx.tags()) == 1 and len(ctx.branches()) == 1


def test_policies_prune(ctx):
    ctx.set_policy({"turns": {"trigger": 2, "target": 1}, "keep_turns": 1})
    left = []
    for number in range(5):
        ctx.add("turn %d" % number)
        left += ctx.commit().left
    assert left and {one.cause for one in left} <= {"prune", "cascade"}
    assert ctx.policy()["turns"]["trigger"] == 2
    ctx.set_policy(None)
    assert ctx.policy() is None


def test_events_and_proposals(ctx):
    story(ctx)
    assert ctx.append_event("mail", "You have mail", kind="tool") == 1
    assert ctx.admit() == [("mail", 1)] and ctx.events("mail")[0]["payload"] == "You have mail"
    ctx.add("mail", role="tool", event="mail:1", id="note")
    assert ctx.propose("reviewer", [{"op": "delete", "args": {"nodes": ["answer"]}}]) == 1
    ctx.commit()
    assert ctx.streams()[0]["cursor"] == 1
    assert ctx.call("proposals")["proposals"][0]["proposer"] == "reviewer"


def test_expected_parent(ctx):
    first = ctx.commit(expected_parent=None)
    ctx.commit(expected_parent=first.id)
    with pytest.raises(latewood.codes.ConflictError) as caught:
        ctx.commit(expected_parent=first.id)
    assert isinstance(caught.value, latewood.Conflict)


def test_odd_ids_reach_their_node(ctx):
    for id in (".odd", "#1", "a b", "x'y"):
        node = ctx.add("odd", id=id)
        assert node.content == "odd" and ctx.node(id).id == id
    ctx.pin([ctx.node(".odd"), ctx.node("a b")])
    assert sorted(ctx.status().pins) == [".odd", "a b"]


def test_the_store(repo):
    ctx = repo.context("main")
    story(ctx)
    assert "main" in repo and list(repo) == ["main"]
    seen = []
    assert repo.verify(progress=lambda done, all: seen.append((done, all))) and repo.fsck() == []
    assert seen
    repo.context("other")
    repo.rename_context("other", "garden")
    repo.delete_context("garden")
    with pytest.raises(latewood.codes.ContextNotFound):
        repo.context("garden", create=False)
    assert repo.gc(dry_run=True)["dry_run"] is True
    assert repo.purge("main", "question", dry_run=True)["bytes"] == 39


def test_settings_and_documents(repo):
    import json

    ctx = repo.context("main")
    story(ctx)
    whole, one = json.loads(ctx.export()), json.loads(ctx.at("@c2").export())
    assert whole != one and ctx.at("@c2").export() == ctx.at(-2).export()
    repo.set_settings({"profile": "openai"})
    assert repo.settings()["profile"] and ctx.request()["messages"]
    repo.set_settings({"profile": None})
    assert repo.doctor()["wrong"] == []


def test_reading_only(tmp_path):
    path = tmp_path / "r.db"
    with latewood.open(path) as repo:
        repo.context("main").add("x")
    with latewood.open(path, read_only=True) as repo:
        ctx = repo.context("main", create=False)
        assert len(ctx.select(".cb", working=True)) == 1
        with pytest.raises(latewood.codes.Scope):
            ctx.add("y")
    with pytest.raises(latewood.InvalidArgument):
        ctx.select(".cb")
