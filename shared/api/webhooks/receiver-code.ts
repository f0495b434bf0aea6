/** The environment variable that the receivers read the secret from. */
export const SECRET_VARIABLE = "VISUALINK_WEBHOOK_SECRET";

/** Apart from the modules' names: this file itself imports nothing. */
const FROM = "from";

/** The three lines that matter, for a receiver that is there already. */
export const VERIFYING = `import { Webhook } ${FROM} "standardwebhooks";

// Pass the raw body: JSON that was parsed and serialized again can differ.
const webhook = new Webhook(process.env.${SECRET_VARIABLE});
const event = webhook.verify(body, headers);`;

/** Whole receivers, which run as they are: at the port \`PORT\`, or 8000. */
export const RECEIVERS = {
	node: `// npm install standardwebhooks
import { createServer } ${FROM} "node:http";
import { Webhook } ${FROM} "standardwebhooks";

const webhook = new Webhook(process.env.${SECRET_VARIABLE});
const seen = new Set(); // in production: a table with a unique key

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    response.writeHead(400).end();
    return;
  }
  // Answer first: work that takes long belongs in a queue.
  response.writeHead(204).end();
  const id = request.headers["webhook-id"];
  if (seen.has(id)) return;
  seen.add(id);
  console.log(event.type, event.data);
}).listen(process.env.PORT ?? 8000);`,
	python: `import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["${SECRET_VARIABLE}"].removeprefix("whsec_"))
MAX_AGE_SECONDS = 5 * 60
seen = set()  # in production: a table with a unique key


def verify(body, headers):
    """Returns the event; raises ValueError if it isn't ours or isn't new."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(SECRET, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Two signatures while a secret is rolled: one has to match.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, each) for each in signatures):
        raise ValueError("the signature doesn't match")
    if abs(time.time() - int(timestamp)) > MAX_AGE_SECONDS:
        raise ValueError("the timestamp is too old")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(body, self.headers)
        except ValueError:
            self.send_response(400)
            self.end_headers()
            return
        # Answer first: work that takes long belongs in a queue.
        self.send_response(204)
        self.end_headers()
        message_id = self.headers["webhook-id"]
        if message_id in seen:
            return
        seen.add(message_id)
        print(event["type"], event["data"], flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", 8000))), Receiver).serve_forever()`,
} as const;
