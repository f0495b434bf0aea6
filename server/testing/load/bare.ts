import { createServer } from "node:http";

/** What `/go` is measured against: the least that a redirect by `node:http` can be. */
const server = createServer((_req, res) => {
	res.writeHead(302, { Location: "https://example.com/", "Content-Length": 0 }).end();
});
server.listen(Number(process.argv[2]), () => process.send?.("ready"));
