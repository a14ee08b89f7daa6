"""A relay that adds a token to each request, for clients that cannot send one. Everything else passes untouched."""
import socket
import threading


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class TokenRelay:
    """Listens on a free port; one request a connection, so that no second head has to be found in the stream."""

    def __init__(self, server):
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client, socket.create_connection((self.server.host, self.server.port)) as upstream:
            data = b""
            while b"\r\n\r\n" not in data:
                piece = client.recv(65536)
                if not piece:
                    return
                data += piece
            first, _, rest = data.partition(b"\r\n")
            head, _, body = rest.partition(b"\r\n\r\n")
            headers = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
            headers += [b"Connection: close", b"Authorization: Bearer " + self.server.token.encode()]
            upstream.sendall(b"\r\n".join([first, *headers]) + b"\r\n\r\n" + body)
            up = threading.Thread(target=pump, args=(client, upstream), daemon=True)
            up.start()
            pump(upstream, client)

    def close(self):
        self.listener.close()
