import { afterAll, expect, it } from "vitest";
import { createLink, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { asFile, twoColours } from "#server/testing/corpora/images.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { alarmsOf } from "#server/testing/self-test/alarms.ts";
import { openFaultyDoor } from "#server/testing/self-test/faulty-door.ts";
import { plantedFaults } from "#server/testing/self-test/planted-faults.ts";
import type { SelfTest } from "#shared/links/cards/self-test.ts";
import { API } from "#shared/platform/api-paths.ts";

/** All of them: planted-faults.unit.test.ts. */
const TRIED = [
	"missing Content-Length",
	"wrong type",
	"robots.txt: Disallow for all",
	"cut tags",
	"redirect to a sign-in",
	"403 for one of them",
	"broken gzip",
	"old cache, another version",
	"tags behind 64 KB",
	"HEAD refused",
	"206 with a part of the page",
	"robots.txt: queries",
	"Refresh header",
	"no snippet, in a second header",
	"another width of the image",
	"not modified",
	"picture not modified",
];

let door: Awaited<ReturnType<typeof openFaultyDoor>>;
const app = useTestApp(async () => {
	const port = await freePort();
	door = await openFaultyDoor(port);
	return { env: { PORT: String(port), PUBLIC_ORIGIN: door.origin } };
});
afterAll(() => door.close());

it("finds what a faulty door does to a card, tells it to those in whose way it stands, and counts nothing (P202)", async () => {
	const none = Buffer.alloc(0);
	const faults = plantedFaults({ small: none, heavy: none, recompressed: none, webp: none }).filter(({ name }) =>
		TRIED.includes(name),
	);
	expect(faults).toHaveLength(TRIED.length);
	const image = await asFile(twoColours({ width: 1200, height: 630 }));
	const made = async () => {
		const owner = await subscriber(app);
		return { owner, link: await createLink(owner, { image, title: 'Tom & "Jerry"', description: "Sun." }) };
	};
	// Each may test six times a minute.
	const testers = [await made(), await made(), await made()];
	const tested = async (at: number) => {
		const { owner, link } = testers[Math.floor(at / 6)] ?? (await made());
		return (await (await owner.post(API.links.selfTest(link.id))).json()) as SelfTest;
	};
	for (const [at, fault] of faults.entries()) {
		door.plant(fault);
		const { results } = await tested(at);
		door.plant(null);
		const told = results.filter((each) => each.findings.some(({ text }) => text.includes(fault.says)));
		const wanted = fault.who ?? results.map(({ fetcher }) => fetcher);
		expect({ [fault.name]: told.map(({ fetcher }) => fetcher) }).toEqual({ [fault.name]: wanted });
	}
	expect(alarmsOf(await tested(faults.length))).toEqual([]);
	const { rows } = await app.deps.pool.query("SELECT 1 FROM views UNION ALL SELECT 1 FROM deliveries");
	expect(rows).toEqual([]);
});
