import { expect, test } from "vitest";
import { SHARE_LINKS } from "./share-links.ts";

const SHARED = { url: "https://visualink.example/go/ada/launch", title: "Tea & cake, 50% off? #1 – für dich" };

test("each address carries the short link whole, and whatever the title holds stays in its place (P186)", () => {
	const made = SHARE_LINKS.map(({ name, href }) => {
		const { protocol, host, pathname, searchParams } = new URL(href(SHARED));
		return [name, `${protocol}${host && `//${host}`}${pathname}`, Object.fromEntries(searchParams)];
	});
	const { url, title } = SHARED;
	expect(made).toEqual([
		["WhatsApp", "https://wa.me/", { text: url }],
		["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/", { url }],
		["X", "https://x.com/intent/post", { url, text: title }],
		["Facebook", "https://www.facebook.com/sharer/sharer.php", { u: url }],
		["Telegram", "https://t.me/share/url", { url, text: title }],
		["Bluesky", "https://bsky.app/intent/compose", { text: `${title} ${url}` }],
		["E-mail", "mailto:", { subject: title, body: url }],
	]);
	// Spaces must not become a plus, which mail programs show as one.
	for (const { href } of SHARE_LINKS) expect(href(SHARED)).not.toMatch(/[+ ]/);
});
