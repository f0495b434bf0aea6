import { expect, test } from "vitest";
import { SHARE_LINKS } from "./share-links.ts";

const SHARED = { url: "https://visualink.example/go/ada/launch", title: "Tea & cake, 50% off? #1 – für dich" };

const { url, title } = SHARED;
const EXPECTED: Record<string, [address: string, parameters: Record<string, string>]> = {
	WhatsApp: ["https://wa.me/", { text: url }],
	LinkedIn: ["https://www.linkedin.com/sharing/share-offsite/", { url }],
	X: ["https://x.com/intent/post", { url, text: title }],
	Facebook: ["https://www.facebook.com/sharer/sharer.php", { u: url }],
	Telegram: ["https://t.me/share/url", { url, text: title }],
	Bluesky: ["https://bsky.app/intent/compose", { text: `${title} ${url}` }],
	"E-mail": ["mailto:", { subject: title, body: url }],
};

test.each(SHARE_LINKS)(
	"$name carries the short link whole, and what the title holds stays in its place (P186)",
	(link) => {
		const { protocol, host, pathname, searchParams } = new URL(link.href(SHARED));
		const made = [`${protocol}${host && `//${host}`}${pathname}`, Object.fromEntries(searchParams)];
		if (link.name in EXPECTED) expect(made).toEqual(EXPECTED[link.name]);
		expect([...searchParams.values()].join(" ")).toContain(url);
		// Spaces must not become a plus, which mail programs show as one.
		expect(link.href(SHARED)).not.toMatch(/[+ ]/);
	},
);
