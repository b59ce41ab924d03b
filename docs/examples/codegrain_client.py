"""A client for `codegrain serve --stdio` (docs/serve.md). Python 3.8 or later, no dependencies."""
import json
import subprocess


class CodegrainError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Codegrain:
    """One long-lived process, one request at a time."""

    def __init__(self, command=("codegrain",)):
        args = [*command, "serve", "--stdio"]
        self.process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0

    def call(self, method, on_event=None, **params):
        """Returns the result. `on_event` gets the events that come before it."""
        self.last_id += 1
        request = {"id": self.last_id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if "error" in answer:
                raise CodegrainError(answer["error"]["code"], answer["error"]["message"])
            if "result" in answer:
                return answer["result"]
            if on_event:
                on_event(answer["event"])
        raise CodegrainError("ended", "codegrain ended before it answered")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
