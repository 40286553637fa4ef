"""
A shop that takes payments with Florin. Python 3, nothing but its standard library:

    FLORIN_KEY=<API key> FLORIN_MERCHANT=<merchant id> python3 shop.py

The button leads to the payment page. The customer comes back with the id of a transaction, which proves nothing: the
shop asks Florin about it.
"""

import json
import os
import re
import threading
import uuid
from base64 import b64encode
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

BASE_URL = os.environ.get("FLORIN_BASE_URL", "http://localhost:3000")
POS_URL = os.environ.get("FLORIN_POS_URL", "http://localhost:3001")
KEY = os.environ["FLORIN_KEY"]
MERCHANT = os.environ["FLORIN_MERCHANT"]

TEXT, PRICE, AMOUNT, CURRENCY = "Two bags of Java, whole beans", "49.99", 4999, "EUR"

# By id, which is the reference of their payment. A real shop keeps them in its database.
orders = {}
lock = threading.Lock()


def florin(method, path, body=None, idempotency_key=None):
    """Asks the merchants' API: the key is the password, the user name is empty."""
    headers = {
        "Authorization": "Basic " + b64encode(f":{KEY}".encode()).decode(),
        "Content-Type": "application/json",
    }
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(BASE_URL + path, data, headers, method=method), timeout=20) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, None


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def create_order():
    order = {"id": str(uuid.uuid4()), "amount": AMOUNT, "currency": CURRENCY, "transaction": None, "captured": False}
    orders[order["id"]] = order
    return order


def payment_link(order, shop):
    query = {
        "key": merchant["key"],
        **({"test": "1"} if merchant["test"] else {}),
        "value": PRICE,
        "currency": order["currency"],
        "text": TEXT,
        "reference": order["id"],
        "redirect": f"{shop}/orders/{order['id']}/return",
    }
    return f"{POS_URL}/?{urlencode(query)}"


def complete(order, transaction_id):
    """The customer is back, and says that this transaction has paid."""
    # It becomes part of a URL: nothing but an id may get there.
    if not re.fullmatch(r"[0-9a-f]{24}", transaction_id):
        raise Refused(400, "This is no transaction.")
    if order["captured"] and order["transaction"] == transaction_id:
        return
    status, body = florin("GET", f"/transactions/{transaction_id}")
    if status in (403, 404):
        raise Refused(400, "There is no such transaction.")
    if status != 200:
        raise Refused(502, "We cannot tell yet whether you have paid. Please reload.")
    transaction = body["transaction"]
    custom = transaction.get("custom")
    pays = (
        transaction["successful"]
        and transaction["merchantId"] == merchant["id"]
        and transaction["test"] == merchant["test"]
        and transaction["amount"] == order["amount"]
        and transaction["currency"] == order["currency"]
        and isinstance(custom, dict)
        and custom.get("reference") == order["id"]
    )
    if not pays:
        raise Refused(400, "This transaction does not pay for this order.")

    # One transaction pays for an order, also when two come back at once.
    with lock:
        order["transaction"] = order["transaction"] or transaction_id
    if order["transaction"] != transaction_id:
        raise Refused(409, "The order has been paid already.")
    capture = {"amount": order["amount"], "currency": order["currency"]}
    # However often the customer comes back, or the answer gets lost, the money is taken once.
    status, _ = florin("POST", f"/transactions/{transaction_id}/captures", capture, f"capture-{order['id']}")
    if status != 201:
        raise Refused(502, "We cannot take your money yet. Please reload.")
    order["captured"] = True


def page(title, content):
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    title = escape(title)
    return f'<!doctype html>\n<html lang="en">{head}<title>{title}</title><h1>{title}</h1>{content}</html>\n'


def front():
    what = f"<p>{escape(TEXT)}: {CURRENCY} {PRICE}</p>"
    return page("Coffee & John", f'{what}<form method="post" action="/orders"><button>Pay</button></form>')


def receipt(order):
    paid = f"<p>Paid: {CURRENCY} {PRICE}</p><p>Order {escape(order['id'])}, "
    return page("Thank you", f'{paid}transaction <span id="transaction">{escape(order["transaction"])}</span></p>')


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/":
            return self.send(200, front())
        found = re.fullmatch(r"/orders/([^/]+)/return", url.path)
        order = orders.get(found[1]) if found else None
        if not order:
            return self.send(404, page("There is nothing here", ""))
        try:
            complete(order, parse_qs(url.query).get("transactionId", [""])[0])
        except Refused as refused:
            # With 502 the customer may have paid.
            title = "One moment" if refused.status == 502 else "Not paid"
            return self.send(refused.status, page(title, f"<p>{escape(str(refused))}</p>"))
        except OSError:
            return self.send(502, page("One moment", "<p>Please reload.</p>"))
        return self.send(200, receipt(order))

    def do_POST(self):
        if self.path != "/orders":
            return self.send(404, page("There is nothing here", ""))
        self.send_response(303)
        self.send_header("Location", payment_link(create_order(), f"http://localhost:{server.server_port}"))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def send(self, status, html):
        body = html.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """The address has the transaction in it, which is nobody else's business."""


status, body = florin("GET", f"/merchants/{MERCHANT}")
if status != 200:
    raise SystemExit(f"The merchant cannot be fetched: {status}")
merchant = body["merchant"]
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Shop)
print(f"http://localhost:{server.server_port}", flush=True)
server.serve_forever()
