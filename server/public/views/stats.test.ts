import { beforeAll, expect, it } from "vitest";
import { insertLink } from "#server/testing/app/factories.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useTestApp();
let owner: Subscriber;
let linkId: number;
beforeAll(async () => {
	owner = await subscriber(app);
	const userId = owner.user.id;
	({ id: linkId } = await insertLink(app.deps.db, { userId, viewsHuman: 3, viewsBot: 4 }));
	await insertLink(app.deps.db, { userId, viewsHuman: 10, viewsBot: 20, deleted: true });
});

const NOT_FOUND = { kind: "not_found", message: "Link not found" };

it("the views of a person are those of all their links, the deleted ones too", async () => {
	const answer = await owner.get(API.stats.views);
	expect([answer.status, await answer.json()]).toEqual([200, { total: 37, human: 13, bot: 24 }]);
});

it("the views of somebody without links are none", async () => {
	expect(await (await (await app.signedIn()).get(API.stats.views)).json()).toEqual({ total: 0, human: 0, bot: 0 });
});

it("the views of one link are its owner's alone to see", async () => {
	const answer = await owner.get(API.stats.linkViews(linkId));
	expect([answer.status, await answer.json()]).toEqual([200, { total: 7, human: 3, bot: 4 }]);
	const foreign = await (await subscriber(app)).get(API.stats.linkViews(linkId));
	expect([foreign.status, await foreign.json()]).toMatchObject([404, NOT_FOUND]);
	expect((await app.browser().get(API.stats.linkViews(linkId))).status).toBe(401);
	expect((await app.browser().get(API.stats.views)).status).toBe(401);
});

it.each(["0", "-1", "1.5", "1e3", "abc", "2147483647", "2147483648", "99999999999", "1%00", "%2B1"])(
	"there is no link %s",
	async (id) => {
		const answer = await owner.get(`/api/stats/links/${id}/views`);
		expect([answer.status, await answer.json()]).toMatchObject([404, NOT_FOUND]);
	},
);
