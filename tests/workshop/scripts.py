"""Run scripts of our pages in a test, without a browser: the JavaScript comes with the browser's driver."""

import json
import subprocess

from tests.workshop.browsers import javascript

LOOP = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  let told;
  try {
    const value = (0, eval)(JSON.parse(line));
    told = { value: ["object", "number", "string", "boolean"].includes(typeof value) ? value : null };
  } catch (fault) {
    told = { fault: String(fault.stack) };
  }
  process.stdout.write(JSON.stringify(told) + "\\n");
}
"""


class Scripts:
    """Scripts in a separate process; `run` returns the value of the last expression."""

    def __init__(self, *texts):
        self.process = subprocess.Popen(
            [javascript(), "--input-type=module", "-e", LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for text in texts:
            self.run(text)

    def run(self, text):
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        assert "fault" not in reply, reply["fault"]
        return reply["value"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
