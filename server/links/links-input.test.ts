import { beforeAll, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const SCHEME = "It doesn't begin with https:// or http://.";
const PRIVATE = "It leads to a private network.";
const OURS = "It leads to our own website.";

const app = useTestApp();
let owner: Subscriber;

beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
});

/** What creating and editing say to the valid form with these fields changed; they must agree. */
async function verdict(changes: Parameters<typeof linkForm>[0]): Promise<unknown> {
	const { linkSlug } = await createLink(owner);
	const answers = [
		await owner.post(API.links.all, linkForm(changes)),
		await owner.put(API.links.bySlug(linkSlug), linkForm(changes)),
	];
	const [created, edited] = await Promise.all(answers.map((answer) => answer.json()));
	expect(answers.map(({ status }) => status)).toEqual([400, 400]);
	expect(created).toEqual(edited);
	return created;
}

describe("what the form may say", () => {
	it.each<[Parameters<typeof linkForm>[0], string]>([
		[{ title: "x".repeat(61) }, "Title must be 60 characters or less"],
		[{ customLinkSlug: "a b" }, "Only letters, numbers, underscores and hyphens are allowed"],
		[{ imageSource: "camera" }, "Invalid input"],
	])("not %j (D15, D16)", async (changes, message) => {
		expect(await verdict(changes)).toMatchObject({ kind: "invalid", message });
	});

	it.each([
		["javascript:alert(1)", SCHEME],
		["http://localhost:3000/", OURS],
		["http://0x7f.1/", PRIVATE],
	])("not the target %j, and says why (A10 to A15, P458)", async (targetUrl, reason) => {
		const message = `Please enter a valid URL. ${reason}`;
		expect(await verdict({ targetUrl })).toMatchObject({ kind: "invalid", message });
	});

	it("and is cleaned as it was pasted before it is judged (P54)", async () => {
		const pasted = {
			title: `\u200b${"x".repeat(29)}\t\u0000${"y".repeat(29)}\u00a0 \u2060`,
			description: `\ufeff${"x".repeat(158)}\r\ny\u2069`,
			targetUrl: "\u200bhttps://exam\u00adple.com/a\u00a0\r\n",
			customLinkSlug: " summer\u2011sale\u200e",
		};
		const created = await createLink(owner, pasted);
		expect(created).toMatchObject({
			title: `${"x".repeat(29)} ${"y".repeat(29)}`,
			description: `${"x".repeat(158)}\ny`,
			targetUrl: "https://example.com/a",
			linkSlug: "summer-sale",
		});
	});

	it("but everything else, kept as typed", async () => {
		const texts = {
			title: "'\"<b>&amp; 🙂 \u202e\u2028 ümlaut",
			description: "</script>\n{{7*7}}; DROP TABLE links; --",
		};
		const { linkSlug } = await createLink(owner, texts);
		expect(await (await owner.get(API.links.bySlug(linkSlug))).json()).toMatchObject(texts);
	});
});
