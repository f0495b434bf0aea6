// Runs in a folder of its own, where the packages of packages.ts have been installed: `node clients.mjs < links.json`.
// Each package is used as its own page shows it, with its own agent and options. What it read of each link goes to
// standard output, one JSON a line.
import "./local-names.mjs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { openTheLounge } from "./the-lounge.mjs";

// biome-ignore lint/style/noProcessEnv: Summaly reads it, and refuses this machine without it
process.env.SUMMALY_ALLOW_PRIVATE_IP = "true";

// One of them says with each link that it looks up no names.
console.warn = () => {};
console.error = () => {};

const require = createRequire(import.meta.url);

const CLIENTS = {
	async "open-graph-scraper"() {
		const { default: ogs } = await import("open-graph-scraper");
		return async (url) => {
			const { result } = await ogs({ url });
			return [result.ogTitle, result.ogDescription, result.ogImage?.[0]?.url];
		};
	},
	async "unfurl.js"() {
		const { unfurl } = await import("unfurl.js");
		return async (url) => {
			const { open_graph: og } = await unfurl(url);
			return [og?.title, og?.description, og?.images?.[0]?.url];
		};
	},
	async "link-preview-js"() {
		const { getLinkPreview } = await import("link-preview-js");
		return async (url) => {
			const { title, description, images } = await getLinkPreview(url);
			return [title, description, images?.[0]];
		};
	},
	async "url-metadata"() {
		const { default: urlMetadata } = await import("url-metadata");
		return async (url) => {
			const read = await urlMetadata(url, { requestFilteringAgentOptions: { allowPrivateIPAddress: true } });
			return [read["og:title"], read["og:description"], read["og:image"]];
		};
	},
	async metascraper() {
		const rules = ["title", "description", "image"].map((name) => require(`metascraper-${name}`)());
		const scrape = require("metascraper")(rules);
		return async (url) => {
			const html = await (await fetch(url)).text();
			// It knows no ending that nobody can buy; the card's own addresses are whole.
			const { title, description, image } = await scrape({ html, url: "https://example.com/" });
			return [title, description, image];
		};
	},
	async summaly() {
		const { summaly } = await import("@misskey-dev/summaly");
		return async (url) => {
			const { title, description, thumbnail } = await summaly(url);
			return [title, description, thumbnail];
		};
	},
	thelounge: openTheLounge,
};

const links = JSON.parse(await text(process.stdin));
for (const [client, urls] of Object.entries(links)) {
	const read = await CLIENTS[client]();
	for (const url of urls) {
		const found = await read(url).catch((error) => [String(error?.message ?? error)]);
		process.stdout.write(`${JSON.stringify({ client, url, read: found.map((each) => each ?? "") })}\n`);
	}
}
process.exit(0);
