"""The store as the standard library of Python leads one to write it: http.server and json.

Left as the library has it: bool is an int, HEAD and unknown methods get its own error page, a body that is not JSON
makes the handler fail.
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

STATUSES = ("available", "pending", "sold")
KEY = sys.argv[2]
pets = {}


# The library queues 5 connections; what is beyond waits for a second. That is the machine's affair, not the interface's.
ThreadingHTTPServer.request_queue_size = 128


class Store(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value, headers=()):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers:
            self.send_header(name, text)
        if self.item:
            self.send_header("Deprecation", "@1795132800")
        self.end_headers()
        self.wfile.write(body)

    def problem(self, status, code, message, headers=()):
        self.answer(status, {"code": code, "message": message, "status": status}, headers)

    def admit(self):
        self.parts = urlsplit(self.path)
        self.item = self.parts.path.startswith("/v1/pets/")
        if self.headers.get("Authorization") == f"Bearer {KEY}":
            return True
        self.problem(401, "unauthorized", "an API key is needed", [("WWW-Authenticate", "Bearer")])
        return False

    def do_GET(self):
        if not self.admit():
            return
        if self.parts.path == "/v1/pets":
            query = parse_qs(self.parts.query)
            try:
                limit = int(query.get("limit", ["20"])[0])
            except ValueError:
                return self.problem(400, "bad_limit", "limit must be an integer")
            if not 1 <= limit <= 100:
                return self.problem(400, "bad_limit", "limit must be from 1 to 100")
            wanted = query.get("status", [None])[0]
            found = [pet for pet in pets.values() if wanted is None or pet.get("status") == wanted]
            return self.answer(200, found[:limit])
        pet = pets.get(self.parts.path.removeprefix("/v1/pets/")) if self.item else None
        if pet is None:
            return self.problem(404, "not_found", "there is nothing here")
        return self.answer(200, pet)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.admit():
            return
        if self.parts.path != "/v1/pets":
            return self.problem(404, "not_found", "there is nothing here")
        pet = json.loads(body)
        if not isinstance(pet.get("name"), str):
            return self.problem(400, "bad_name", "name must be text")
        if not isinstance(pet.get("categoryId"), int):
            return self.problem(400, "bad_category", "categoryId must be an integer")
        if "status" in pet and pet["status"] not in STATUSES:
            return self.problem(400, "bad_status", "status must be one of the three")
        made = {"id": len(pets) + 1, **{name: pet[name] for name in ("name", "categoryId", "status") if name in pet}}
        pets[str(made["id"])] = made
        return self.answer(201, made)


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Store)
print(server.server_address[1], flush=True)
server.serve_forever()
