import { expect, it } from "vitest";
import { createTargetJudge, type Targets } from "./judge-target.ts";

const PRIVATE = "It leads to a private network.";
const OURS = "It leads to our own website.";
const NO_ENDING = "The website's name has no ending, such as .com.";

const judgeTargets = createTargetJudge({ ownOrigins: ["https://visualink.example"] });

/** With this origin disabled. */
async function validated(targets: Targets, disabled?: string) {
	const rows = disabled ? [{ address: disabled }] : [];
	const [refused] = await judgeTargets({ execute: async () => ({ rows }) } as never, [targets]);
	return refused && [refused.code, refused.message, ...refused.fields.map(({ field }) => field)];
}

it.each([
	["https://visualink.example/go/a/b", OURS],
	["http://WWW.VISUALINK.example.:8443/", OURS],
	["http://router/", NO_ENDING],
	["http://shop.local/", PRIVATE],
	["http://localhost:3000/", PRIVATE],
	["http://0x7f.1/", PRIVATE],
	["http://[::ffff:7f00:1]/", PRIVATE],
	["http://１２７.0.0.1/", PRIVATE],
	["http://169.254.169.254/latest/meta-data/", PRIVATE],
])("no link may lead to %s, now or later (P53)", async (address, reason) => {
	const fine = "https://example.com/";
	expect(await validated({ targetUrl: address })).toEqual([
		"invalid_url",
		`Please enter a valid URL. ${reason}`,
		"targetUrl",
	]);
	expect(await validated({ targetUrl: fine, afterUrl: address })).toEqual([
		"invalid_url",
		`Please enter a valid URL to redirect to. ${reason}`,
		"afterUrl",
	]);
});

it("a website that is disabled is refused under each of its addresses, and another one isn't (P19)", async () => {
	const asked = "https://closed.example:8443";
	expect(await validated({ targetUrl: `${asked}/a?b#c` }, asked)).toEqual([
		"website_not_allowed",
		"Links to this website are not allowed",
		"targetUrl",
	]);
	expect(await validated({ targetUrl: "https://open.example/", afterUrl: null }, asked)).toBeNull();
});

it("judges links in order, and none is refused for another one", async () => {
	const reader = { execute: async () => ({ rows: [] }) } as never;
	const targets = ["https://a.example/", "http://10.0.0.1/", "https://b.example/"];
	const refused = await judgeTargets(
		reader,
		targets.map((targetUrl) => ({ targetUrl })),
	);
	expect(refused.map((one) => one?.code ?? null)).toEqual([null, "invalid_url", null]);
});
