"""A server that receives Florin's events, with nothing but Python's own library.

Start it with the secret of the webhook, whsec_…, in FLORIN_WEBHOOK_SECRET.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["FLORIN_WEBHOOK_SECRET"].removeprefix("whsec_"))
# In seconds. An older post may be one that somebody has recorded and sends again.
TOLERANCE = 300
# In bytes. Florin's events have at most 20 KB.
LARGEST = 64 * 1024


def is_signed(headers, body):
    """Whether Florin has signed these bytes within the last minutes (Standard Webhooks)."""
    identifier, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isascii() or not sent.isdigit() or abs(time.time() - int(sent)) > TOLERANCE:
        return False
    signed = f"{identifier}.{sent}.".encode() + body
    expected = base64.b64encode(hmac.digest(SECRET, signed, hashlib.sha256))
    # While a secret is replaced, each post has a signature by the old one and one by the new one.
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(b"v1," + expected, one.encode()) for one in signatures)


def handle(event):
    """Replace this with your own work. An event may come twice, always with the same id: store the ids."""
    print(event["id"], event["type"], flush=True)


class Receiver(BaseHTTPRequestHandler):
    # In seconds, so that a client that sends nothing does not keep a thread for ever.
    timeout = 10

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isascii() or not length.isdigit() or int(length) > LARGEST:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_signed(self.headers, body):
            return self.answer(401)
        event = json.loads(body)
        challenge = event["data"].get("challenge")
        if challenge:
            return self.answer(200, challenge.encode())
        handle(event)
        self.answer(204)

    def answer(self, status, body=b""):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "8080"))
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
