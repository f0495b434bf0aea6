import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createLink, linkForm, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { LinkView } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";
import { API } from "#shared/platform/api-paths.ts";

const CHANGED = { kind: "changed", message: "Someone else edited this link" };

const app = useTestApp();
let owner: Subscriber;
let made: LinkView;

beforeEach(async () => {
	owner = await subscriber(app);
	made = await createLink(owner, { customLinkSlug: "ours", title: "First" });
});

const save = (changes: Record<string, string>) => owner.put(API.links.bySlug("ours"), linkForm(changes));
const found = async () => (await (await owner.get(API.links.bySlug("ours"))).json()) as LinkView;

describe("two people edit one link (P134)", () => {
	it.each([
		["title", { title: "Theirs" }],
		["slug's letters", { customLinkSlug: "OURS" }],
	])(
		"the second save is refused where the first one changed the %s, and what it saved stays",
		async (_what, theirs) => {
			expect((await save({ title: "First", ...theirs, revision: made.revision ?? "" })).status).toBe(200);
			const stands = await found();

			const second = await save({ title: "Mine", revision: made.revision ?? "" });

			expect(second.status).toBe(409);
			expect(await second.json()).toMatchObject(CHANGED);
			expect(await found()).toEqual(stands);
			const knowing = await save({ title: "Mine", revision: stands.revision ?? "" });
			expect(knowing.status).toBe(200);
			expect(await found()).toMatchObject({ title: "Mine" });
		},
	);

	it("of two saves at the same time one is refused", async () => {
		const revision = made.revision ?? "";

		const answers = await Promise.all(["One", "Two", "Three"].map((title) => save({ title, revision })));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	});

	it("a save whose answer was lost may be sent again", async () => {
		const mine = { title: "Mine", revision: made.revision ?? "" };
		const [first, again] = [await save(mine), await save(mine)];

		expect([first.status, again.status]).toEqual([200, 200]);
		expect(await again.json()).toEqual(await first.json());
	});

	it("views are no change, and a change that was taken back is none", async () => {
		await app.deps.db.update(links).set({ viewsHuman: 7, viewsBot: 2 }).where(eq(links.id, made.id));
		await save({ title: "Other" });
		await save({ title: "First" });

		expect((await save({ title: "Mine", revision: made.revision ?? "" })).status).toBe(200);
	});

	it("a save that does not say where it began is compared with nothing", async () => {
		await save({ title: "Theirs" });

		expect((await save({ title: "Mine" })).status).toBe(200);
		expect((await save({ title: "Mine again", revision: "" })).status).toBe(200);
	});

	it("what can be no revision is refused", async () => {
		const answer = await save({ title: "Mine", revision: "x".repeat(65) });

		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ kind: "invalid", message: "Invalid input" });
	});
});
