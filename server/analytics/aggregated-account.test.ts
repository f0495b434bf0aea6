import { expect, test } from "vitest";
import { createLink } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const EDGE = `${CHROME} Edg/142.0`;
const WHATSAPP = "WhatsApp/2.24.1 A";

type Data = Record<"viewDays" | "linkViewDays" | "linkSources", unknown[]>;

const app = useTestApp();

const rowsOf = async (table: string) => (await app.deps.pool.query(`SELECT * FROM ${table}`)).rows;
const open = (address: string, userAgent = CHROME) =>
	app.browser().get(address, { headers: { "user-agent": userAgent, "accept-language": "en" } });

test("what people and bots did is folded, taken along by its owner alone, and gone with the account", async () => {
	const [ada, bob] = [await app.signedIn({ plan: "pro" }), await app.signedIn({ plan: "pro" })];
	const link = await createLink(ada);
	await open(`${link.shortUrl}?utm_source=letter`);
	await open(link.shortUrl);
	await open(link.shortUrl, EDGE);
	await open(link.shortUrl, WHATSAPP);
	// Folded every five seconds, and what was slow to write comes later.
	await until(async () => {
		const [day] = await rowsOf("user_days");
		return day?.human === 3 && day.bot === 1;
	}, 30_000);

	const views = await rowsOf("views");
	const visitorsOf = (agent: string) =>
		views.filter(({ user_agent }) => user_agent === agent).map(({ visitor }) => visitor);
	expect(views.map(({ kind }) => kind).sort()).toEqual(["human", "human", "human", "preview"]);
	const [[first, second], [other], [bot]] = [visitorsOf(CHROME), visitorsOf(EDGE), visitorsOf(WHATSAPP)];
	expect(second).toBe(first);
	expect(other).toMatch(/^-?\d+$/);
	expect([other === first, bot]).toEqual([false, null]);
	expect(JSON.stringify(views), "no whole address is kept").not.toContain("127.0.0.1");

	const { viewDays, linkViewDays, linkSources } = (await (await ada.get(API.account.data)).json()) as Data;
	expect(viewDays).toMatchObject([{ human: 3, bot: 1, visitors: 2, breakdowns: { platform: [[["whatsapp", 1]], 0] } }]);
	expect(linkViewDays).toMatchObject([{ linkId: link.id, human: 3, bot: 1, visitors: 2 }]);
	const sources = [
		["", 2],
		["letter", 1],
	];
	expect(linkSources).toEqual([{ linkId: link.id, sources: [sources, 0] }]);
	const theirs = (await (await bob.get(API.account.data)).json()) as Data;
	expect([theirs.viewDays, theirs.linkViewDays, theirs.linkSources]).toEqual([[], [], []]);

	const { userSlug } = (await (await ada.get(API.auth.user)).json()) as { userSlug: string };
	expect((await ada.delete(API.account.all, { confirm: userSlug })).ok).toBe(true);
	for (const table of ["user_days", "user_visitors", "link_sources"]) expect(await rowsOf(table)).toEqual([]);
	await until(async () => (await rowsOf("link_days")).length + (await rowsOf("link_visitors")).length === 0, 30_000);
});
