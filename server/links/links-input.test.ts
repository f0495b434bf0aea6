import { beforeAll, describe, expect, it } from "vitest";
import { linksOf, submission } from "#server/testing/app/links-service.ts";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/api-paths.ts";

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
		[{ title: "" }, "Title is required"],
		[{ title: "x".repeat(61) }, "Title must be 60 characters or less"],
		[{ description: "" }, "Description is required"],
		[{ description: "x".repeat(161) }, "Description must be 160 characters or less"],
		[{ customLinkSlug: "x".repeat(21) }, "Custom URL must be 20 characters or less"],
		[{ customLinkSlug: "a b" }, "Only letters, numbers, underscores and hyphens are allowed"],
		[{ title: "a\u0000b" }, "Invalid input"],
		[{ imageSource: "camera" }, "Invalid input"],
	])("not %j (D15, D16)", async (changes, message) => {
		expect(await verdict(changes)).toMatchObject({ kind: "invalid", message });
	});

	it.each([
		"javascript:alert(1)",
		"java\nscript:alert(1)",
		"data:text/html,x",
		"https://user:secret@example.com/",
		`https://example.com/${"ü".repeat(1000)}`,
		"http://localhost:3000/",
		"http://0x7f.1/",
		"http://[::ffff:7f00:1]/",
		"http://１２７.0.0.1/",
		"http://169.254.169.254/latest/meta-data/",
	])("not the target %j (A10 to A15)", async (targetUrl) => {
		expect(await verdict({ targetUrl })).toMatchObject({ kind: "invalid", message: "Please enter a valid URL" });
	});

	it("not a target on our own host (A13)", async () => {
		const links = linksOf(app, { ownOrigins: ["https://visualink.example"] });
		const create = (targetUrl: string) => links.create(owner.user, submission({ targetUrl }));
		await expect(create("https://other.example/")).resolves.toMatchObject({ targetUrl: "https://other.example/" });
		for (const own of ["https://visualink.example/go/a/b", "http://WWW.VISUALINK.example.:8443/"])
			await expect(create(own)).rejects.toMatchObject({ kind: "invalid", message: "Please enter a valid URL" });
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
