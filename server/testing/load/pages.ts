import { createServer } from "node:http";
import { gzipSync } from "node:zlib";

/** As much as is read of a page. */
const BYTES = 512 * 1_024;
const HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Eleven quiet beaches</title>
<meta property="og:title" content="Eleven quiet beaches"><meta property="og:description" content="No car, no crowds.">
${Array.from({ length: 40 }, (_, n) => `<meta name="x${n}" content="${n}"><link rel="preload" href="/${n}.css">`).join("\n")}
</head><body><h1>Eleven quiet beaches</h1>`;
const PART = `<div class="card" data-id="7"><a href="/walk?from=cove&amp;to=cave"><img src="/i.png" alt="A c&ocirc;ve"></a>
<p>From the cove one walks up to the lighthouse, and down again on the other side.</p></div>\n`;

/**
 * A web server of its own for `npm run prefills`: whatever is asked, a page as long as one is read, packed. Tells its
 * port by message.
 */
const page = gzipSync(HEAD + PART.repeat(Math.ceil((BYTES - HEAD.length) / PART.length)));
const server = createServer((_req, res) => {
	res.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip" });
	res.end(page);
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("ready"));
