import { get } from "node:http";
import { text } from "node:stream/consumers";
import type { Tab } from "./tab.ts";

/** State that later flows need from earlier ones. */
export type Journey = { email: string; image: string; linkSlug: string; shortUrl: string };
type Flow = { name: string; run: (tab: Tab, journey: Journey) => Promise<void> };

const TITLE = "A view of the sea";
const TARGET = "https://example.com/sea";
const CRAWLER = "facebookexternalhit/1.1";

/** One person's way through the product, in order. */
export const FLOWS: Flow[] = [
	{
		name: "sign in, onboarding",
		run: async (tab, { email }) => {
			await tab.open("/");
			await tab.follow("^Get Started with Google$");
			await tab.type("^Another address", email);
			await tab.press("^Sign in$");
			await tab.type("^Full name", "Ada Lovelace");
			await tab.press("^Country of residence|^Select");
			await tab.type("^Search country", "Portugal");
			await tab.press("^Portugal$");
			await tab.choose("terms and conditions");
			await tab.choose("privacy policy");
			await tab.press("^Save and continue$");
			await tab.expect('location.pathname === "/pricing"');
		},
	},
	{
		name: "subscribe",
		run: async (tab) => {
			await tab.press("^Choose Plan$");
			await tab.sees("^Test card number$");
			await tab.press("^(?:Pay|Subscribe)");
			await tab.sees("^Payment Successful!$");
		},
	},
	{
		name: "make and copy a link",
		run: async (tab, journey) => {
			await tab.follow("^Create link now$");
			await tab.type("^Title", TITLE);
			await tab.type("^Description", "Seen from the cliffs at noon.");
			await tab.type("^Target URL", TARGET);
			await tab.upload(journey.image);
			await tab.press("^Create Link$");
			await tab.sees("^Link created successfully$");
			const [link] = await tab.evaluate<Pick<Journey, "linkSlug" | "shortUrl">[]>(jsonFrom("/api/links"));
			Object.assign(journey, link);
			await tab.press("^Copy");
			await tab.sees("^Link copied to clipboard$");
		},
	},
	{
		name: "/go",
		run: async (tab, { shortUrl }) => {
			const card = await visit(shortUrl, CRAWLER);
			if (!card.body.includes(`content="${TITLE}"`)) throw new Error("A crawler got no card");
			const agent = await tab.evaluate<string>("navigator.userAgent");
			const person = await visit(shortUrl, agent.replace("Headless", ""));
			if (person.location !== TARGET) throw new Error(`A person got ${person.status}`);
		},
	},
	{
		name: "list",
		run: async (tab) => {
			await tab.open("/admin");
			await tab.type("^Search", "sea");
			await tab.sees(`^Edit ${TITLE}$`);
			await tab.type("^Search", "gull");
			await tab.sees("^No matching links|^No matching");
		},
	},
	{
		name: "edit, crop the image",
		run: async (tab, { linkSlug }) => {
			await tab.open(`/admin/link/edit/${linkSlug}`);
			await tab.press("^Edit$");
			await tab.press("^Zoom in$");
			await tab.press("^Crop$|^Crop$");
			await tab.sees("^Cropped by you$|^Cropped");
			await tab.press("^Update Link$");
			await tab.sees("^Link updated successfully$");
		},
	},
	{
		name: "schedule",
		run: async (tab, { linkSlug }) => {
			await tab.open(`/admin/link/edit/${linkSlug}`);
			await tab.press("^Campaign, start and end");
			await tab.set("^Opens", "2099-12-31T23:59");
			await tab.press("^Update Link$");
			await tab.sees("^Link updated successfully$");
			await tab.sees("2099");
		},
	},
	{
		name: "QR code",
		run: async (tab) => {
			await tab.open("/admin");
			await tab.press(`^More for ${TITLE}$`);
			await tab.press("^QR code");
			await tab.expect('document.querySelector("[role=dialog] canvas, [role=dialog] svg[viewBox], [role=dialog] img")');
		},
	},
	{
		name: "charts",
		run: async (tab, { linkSlug }) => {
			await tab.open(`/admin/link/stats/${linkSlug}`);
			await tab.expect('document.querySelector("main svg rect, main svg path")');
			await tab.open("/admin/analytics");
			await tab.expect('document.querySelector("main svg rect, main svg path")');
		},
	},
	{
		name: "sign out, Back",
		run: async (tab, { email }) => {
			await tab.open("/admin");
			await tab.press("^Account menu");
			await tab.press("^Sign out$");
			await tab.expect('location.pathname === "/"');
			await tab.back();
			await tab.sees("^Authentication required$");
			await tab.expect(`!document.documentElement.outerHTML.includes("${email.split("@")[0]}")`);
			await tab.expect(`!document.documentElement.outerHTML.includes("${TITLE}")`);
		},
	},
];

/** An expression for what the page's server answers; each protocol waits for promises in a way of its own. */
function jsonFrom(path: string): string {
	return `(() => { const call = new XMLHttpRequest(); call.open("GET", "${path}", false); call.send(); return JSON.parse(call.responseText); })()`;
}

/** The answer of `/go` to a user agent; `fetch` would send headers that no page navigation has. */
function visit(url: string, agent: string): Promise<{ status: number; location: string | undefined; body: string }> {
	return new Promise((resolve, reject) => {
		get(url, { headers: { "user-agent": agent, accept: "text/html", "accept-language": "en" } }, async (answer) => {
			resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body: await text(answer) });
		}).once("error", reject);
	});
}
