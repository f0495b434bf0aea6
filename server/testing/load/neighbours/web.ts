import { createServer } from "node:http";
import os from "node:os";

/**
 * The web that the accounts of `npm run night -- neighbours` name, in a process of its own: whatever the host, the path says what
 * comes. Answers each message with how often every path was asked.
 */
os.setPriority(19);
const PAGE = `<!doctype html><title>Eleven quiet beaches</title><meta property="og:title" content="Eleven quiet beaches">
<meta property="og:description" content="No car, no crowds."><h1>Eleven quiet beaches</h1>`;
/** As much as is read of a page, and a little more. */
const PAGE_BYTES = 522 * 1_024;
const UNCLOSED = "<b><i><u><a>".repeat(PAGE_BYTES / 12);
const DRIP_MS = 500;
const PIECE = Buffer.alloc(1024 * 1024, 7);
const IMAGE_PIECES = 12;
let asked: Record<string, number> = {};

const server = createServer((req, res) => {
	const path = (req.url ?? "/").split(/[?]/, 1)[0] ?? "/";
	asked[path] = (asked[path] ?? 0) + 1;
	res.on("error", () => {});
	if (path === "/drip") {
		res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
		const timer = setInterval(() => res.write("<p>wait"), DRIP_MS);
		res.once("close", () => clearInterval(timer));
		return;
	}
	if (path === "/large.jpg") {
		res.writeHead(200, { "Content-Type": "image/jpeg", "Content-Length": PIECE.length * IMAGE_PIECES });
		for (let n = 0; n < IMAGE_PIECES; n += 1) res.write(PIECE);
		res.end();
		return;
	}
	res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
	res.end(path === "/unclosed" ? UNCLOSED : PAGE);
});
process.on("message", () => {
	process.send?.(asked);
	asked = {};
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("ready"));
