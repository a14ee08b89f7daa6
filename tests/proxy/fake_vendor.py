"""A vendor that answers as the header `x-scenario` of a request says, with the same bytes every time."""
import gzip
import json
import socket
import ssl
import threading
import time

DATE = b"Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n"


class Received:
    """One request as it arrived."""

    def __init__(self, head, body, raw):
        self.head = head  # the bytes of the head
        self.body = body  # its content
        self.raw = raw    # its bytes, with the sizes of chunks
        lines = head.decode("latin-1").split("\r\n")
        self.method, self.target, self.version = lines[0].split(" ")
        self.headers = [tuple(line.split(": ", 1)) for line in lines[1:] if line]

    def header(self, name, default=None):
        for known, value in self.headers:
            if known.lower() == name:
                return value
        return default


class Stream:
    """A socket with the bytes that were read ahead."""

    def __init__(self, connection):
        self.connection = connection
        self.ahead = b""

    def fill(self):
        piece = self.connection.recv(262144)
        self.ahead += piece
        return bool(piece)

    def until(self, mark):
        while mark not in self.ahead:
            if not self.fill():
                return None
        data, _, self.ahead = self.ahead.partition(mark)
        return data + mark

    def exactly(self, count):
        pieces, size = [self.ahead], len(self.ahead)
        while size < count:
            piece = self.connection.recv(262144)
            if not piece:
                return None
            pieces.append(piece)
            size += len(piece)
        data = b"".join(pieces)
        self.ahead = data[count:]
        return data[:count]


def read_request(stream):
    head = stream.until(b"\r\n\r\n")
    if head is None:
        return None
    request = Received(head[:-2], b"", b"")
    if request.header("transfer-encoding") == "chunked":
        content, raw = b"", b""
        while True:
            size = stream.until(b"\r\n")
            count = int(size.split(b";")[0], 16)
            data = stream.exactly(count + 2)
            raw += size + data
            if count == 0:
                break
            content += data[:-2]
        request.body, request.raw = content, raw
    else:
        request.body = request.raw = stream.exactly(int(request.header("content-length", "0")))
    return None if request.body is None else request


def events(*data, names=False):
    """Server-sent events; with their names for the vendors that give them."""
    lines = []
    for each in data:
        text = each if isinstance(each, str) else json.dumps(each, separators=(",", ":"))
        name = f"event: {each['type']}\n" if names and isinstance(each, dict) else ""
        lines.append(f"{name}data: {text}\n\n".encode())
    return lines


# ---- replies, whole and streamed ----

def chat_reply():
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-fake-1",
            "choices": [{"index": 0, "finish_reason": "stop",
                         "message": {"role": "assistant", "content": "An oak.", "refusal": None}}],
            "usage": {"prompt_tokens": 90, "completion_tokens": 3, "total_tokens": 93,
                      "prompt_tokens_details": {"cached_tokens": 64}}}


def chat_chunks(deltas, finish):
    base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-fake-1"}
    chunks = [{**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    chunks.append({**base, "choices": [], "usage": chat_reply()["usage"]})
    return events(*chunks, "[DONE]")


CHAT_TOOLS = [{"role": "assistant", "content": None,
               "tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                               "function": {"name": "look", "arguments": ""}}]},
              {"tool_calls": [{"index": 0, "function": {"arguments": "{\"tree\":"}}]},
              {"tool_calls": [{"index": 0, "function": {"arguments": "\"oak\"}"}}]}]


def responses_reply():
    return {"id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": "gpt-fake-1",
            "error": None, "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True,
            "temperature": 1, "tool_choice": "auto", "tools": [], "top_p": 1,
            "output": [{"type": "message", "id": "msg_1", "status": "completed", "role": "assistant",
                        "content": [{"type": "output_text", "text": "An oak.", "annotations": []}]}],
            "usage": {"input_tokens": 90, "input_tokens_details": {"cached_tokens": 64}, "output_tokens": 3,
                      "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 93}}


def responses_stream():
    whole = responses_reply()
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    item = whole["output"][0]
    place = {"item_id": "msg_1", "output_index": 0}
    part = {"type": "output_text", "text": "", "annotations": []}
    list_of = [{"type": "response.created", "response": begun},
               {"type": "response.output_item.added", "output_index": 0,
                "item": {**item, "status": "in_progress", "content": []}},
               {"type": "response.content_part.added", **place, "content_index": 0, "part": part},
               {"type": "response.output_text.delta", **place, "content_index": 0, "delta": "An ", "logprobs": []},
               {"type": "response.output_text.delta", **place, "content_index": 0, "delta": "oak.", "logprobs": []},
               {"type": "response.output_text.done", **place, "content_index": 0, "text": "An oak.", "logprobs": []},
               {"type": "response.content_part.done", **place, "content_index": 0, "part": item["content"][0]},
               {"type": "response.output_item.done", "output_index": 0, "item": item},
               {"type": "response.completed", "response": whole}]
    return events(*[{**each, "sequence_number": at} for at, each in enumerate(list_of)], names=True)


def message_reply():
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-fake-1",
            "content": [{"type": "text", "text": "An oak."}], "stop_reason": "end_turn", "stop_sequence": None,
            "usage": {"input_tokens": 10, "cache_creation_input_tokens": 16, "cache_read_input_tokens": 64,
                      "output_tokens": 3}}


def message_stream(tools=False):
    start = {**message_reply(), "content": [], "stop_reason": None}
    list_of = [{"type": "message_start", "message": start}, {"type": "ping"}]
    if tools:
        list_of += [{"type": "content_block_start", "index": 0,
                     "content_block": {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}},
                    {"type": "content_block_delta", "index": 0,
                     "delta": {"type": "input_json_delta", "partial_json": "{\"tree\":"}},
                    {"type": "content_block_delta", "index": 0,
                     "delta": {"type": "input_json_delta", "partial_json": "\"oak\"}"}}]
    else:
        list_of += [{"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "An "}},
                    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "oak."}}]
    list_of += [{"type": "content_block_stop", "index": 0},
                {"type": "message_delta", "delta": {"stop_reason": "tool_use" if tools else "end_turn",
                                                    "stop_sequence": None},
                 "usage": {"output_tokens": 3}},
                {"type": "message_stop"}]
    return events(*list_of, names=True)


def gemini_reply():
    return {"candidates": [{"content": {"role": "model", "parts": [{"text": "An oak."}]}, "finishReason": "STOP",
                            "index": 0}],
            "usageMetadata": {"promptTokenCount": 90, "candidatesTokenCount": 3, "totalTokenCount": 93,
                              "cachedContentTokenCount": 64},
            "modelVersion": "gemini-fake-1", "responseId": "resp-1"}


def gemini_stream():
    first = {**gemini_reply()}
    first["candidates"] = [{"content": {"role": "model", "parts": [{"text": "An "}]}, "index": 0}]
    last = {**gemini_reply()}
    last["candidates"] = [{"content": {"role": "model", "parts": [{"text": "oak."}]}, "finishReason": "STOP",
                           "index": 0}]
    return events(first, last)


def reply_for(target):
    if "/chat/completions" in target:
        return chat_reply()
    if "/responses" in target:
        return responses_reply()
    return message_reply() if "/messages" in target else gemini_reply()


def stream_for(target, tools):
    if "/chat/completions" in target:
        return chat_chunks(CHAT_TOOLS if tools else [{"role": "assistant", "content": "An "}, {"content": "oak."}],
                           "tool_calls" if tools else "stop")
    if "/responses" in target:
        return responses_stream()
    return message_stream(tools) if "/messages" in target else gemini_stream()


# ---- the server ----

class FakeVendor:
    def __init__(self, tls=None):
        self.received = []
        self.lost = []  # scenarios whose client left
        self.open = 0
        self.opened = 0
        self.tls = tls
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://{'localhost' if tls else '127.0.0.1'}:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        self.opened += 1
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            stream = Stream(connection)
            while True:
                request = read_request(stream)
                if request is None:
                    return
                self.received.append(request)
                if not self.answer(connection, request):
                    return
        except (OSError, ssl.SSLError):
            pass
        finally:
            connection.close()

    def close(self):
        # A thread that waits for connections would take one more.
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()

    def answer(self, connection, request):
        """Sends the answer; false if the connection ends."""
        scenario = request.header("x-scenario", "plain")
        body = json.loads(request.body) if request.body[:1] == b"{" else {}
        is_stream = body.get("stream") or "streamGenerate" in request.target
        if scenario in ("plain", "tools") and is_stream:
            return self.send_chunks(connection, stream_for(request.target, scenario == "tools"))
        return getattr(self, "answer_" + scenario)(connection, request)

    def send(self, connection, status, headers, body):
        connection.sendall(b"HTTP/1.1 " + status + b"\r\n" + DATE + b"".join(line + b"\r\n" for line in headers) +
                           b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return True

    def send_chunks(self, connection, pieces, end=b"0\r\n\r\n", pause=0.01):
        connection.sendall(b"HTTP/1.1 200 OK\r\n" + DATE + b"Content-Type: text/event-stream; charset=utf-8\r\n"
                           b"Transfer-Encoding: chunked\r\nConnection: keep-alive\r\nX-Request-Id: req_1\r\n\r\n")
        for piece in pieces:
            time.sleep(pause)
            connection.sendall(b"%x\r\n" % len(piece) + piece + b"\r\n")
        if end:
            connection.sendall(end)
        return bool(end)

    def answer_plain(self, connection, request):
        body = json.dumps(reply_for(request.target)).encode()
        return self.send(connection, b"200 OK", [b"Content-Type: application/json", b"Set-Cookie: a=1; Path=/",
                                                 b"Set-Cookie: b=2", b"x-odd-CASE:   padded  "], body)

    answer_tools = answer_plain

    def answer_zipped(self, connection, request):
        body = gzip.compress(json.dumps(reply_for(request.target)).encode(), mtime=0)
        return self.send(connection, b"200 OK", [b"Content-Type: application/json", b"Content-Encoding: gzip"], body)

    def answer_busy(self, connection, request):
        body = json.dumps({"type": "error", "error": {"type": "rate_limit_error", "message": "Too many."}}).encode()
        return self.send(connection, b"429 Too Many Requests", [b"Content-Type: application/json", b"Retry-After: 7"], body)

    def answer_overloaded(self, connection, request):
        body = json.dumps({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}).encode()
        return self.send(connection, b"529 ", [b"Content-Type: application/json", b"Retry-After: 3",
                                               b"x-should-retry: true"], body)

    def answer_wrong_key(self, connection, request):
        """A vendor that repeats the key in its error."""
        key = request.header("authorization", request.header("x-api-key", ""))
        body = json.dumps({"error": {"type": "invalid_request_error", "message": "Bad key: " + key}}).encode()
        return self.send(connection, b"401 Unauthorized", [b"Content-Type: application/json"], body)

    def answer_dies(self, connection, request):
        """In the middle of a stream, within a chunk."""
        pieces = stream_for(request.target, False)
        self.send_chunks(connection, pieces[:3], end=b"")
        connection.sendall(b"40\r\nhalf of it")
        return False

    def answer_silent(self, connection, request):
        return False

    def answer_until_close(self, connection, request):
        connection.sendall(b"HTTP/1.0 200 OK\r\n" + DATE + b"Content-Type: application/json\r\n\r\n" +
                           json.dumps(reply_for(request.target)).encode())
        return False

    def answer_early(self, connection, request):
        connection.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        time.sleep(0.02)
        return self.answer_plain(connection, request)

    def answer_hangs(self, connection, request):
        """Begins a stream and waits for the client to leave."""
        self.send_chunks(connection, stream_for(request.target, False)[:2], end=b"")
        connection.settimeout(20)
        try:
            while connection.recv(4096):
                pass
            self.lost.append(request.target)
        except OSError:
            self.lost.append(request.target)
        return False

    def answer_large(self, connection, request):
        """A stream of 24 MiB that ends well."""
        text = "oak " * 8192
        pieces = events(*[{"type": "ping", "filler": text}] * 8) * 96
        if "/chat/completions" in request.target:
            pieces = events(*[{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m",
                               "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}] * 8) * 96
            pieces += chat_chunks([{"content": "."}], "stop")
        return self.send_chunks(connection, pieces, pause=0)
