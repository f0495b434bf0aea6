import { expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { startTestApp, until } from "#server/testing/app/test-app.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import type { LinkView } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";

const TRIES = 50;
const ROWS = 20;
const LEFT_OF_MONTH = 150;
const LIMIT_MS = 60_000;
/** What the others are told, by status; a machine that is too busy for fifty at once may also say 503. */
const WORDS: Record<number, unknown> = {
	503: expect.any(String),
	404: "This file is no longer available. Another one may have replaced it.",
	409: "An import is under way. Wait for it, or stop it.",
	429: "Many files are being read right now. Please try again in half a minute.",
};

const app = useTestApp();

const ask = (who: Subscriber, url: string, init: RequestInit) =>
	fetch(url, { method: "POST", ...init, headers: { ...init.headers, Cookie: cookieOf(who) } });

/** Brings a file of its own and begins with it. @returns the status of the call that decided */
async function bringAndBegin(who: Subscriber, origin: string, n: number): Promise<number> {
	const lines = Array.from({ length: ROWS }, (_, row) => `s${n}-${row},https://example.com/${n}/${row}`);
	const headers = { "Content-Type": "text/csv" };
	const body = ["slug,target_url", ...lines].join("\n");
	const brought = await ask(who, origin + API.imports.all, { headers, body });
	if (brought.status !== 201) return refused(brought);
	const { id } = (await brought.json()) as ImportView;
	const json = { headers: { "Content-Type": "application/json" }, body: "{}" };
	const begun = await ask(who, origin + API.imports.start(id), json);
	return begun.status === 200 ? 200 : refused(begun);
}

async function refused(answer: Response): Promise<number> {
	const { message } = (await answer.json()) as { message: string };
	expect([answer.status, message]).toEqual([answer.status, WORDS[answer.status]]);
	return answer.status;
}

const present = async (who: Subscriber) => (await (await who.get(API.imports.all)).json()) as ImportView;

it("50 at once of each of two accounts, by two processes: one runs at a time, and the month stays exact (P190)", async () => {
	const beside = await startTestApp({ beside: app, deps: () => ({ sessionSecret: app.deps.sessionSecret }) });
	const people = [await subscriber(app, "pro"), await subscriber(app, "pro")];
	const tries = await Promise.all(
		people.map((who) =>
			Promise.all(Array.from({ length: TRIES }, (_, n) => bringAndBegin(who, [app, beside][n % 2]?.origin ?? "", n))),
		),
	);
	for (const [n, who] of people.entries()) {
		// A machine that was too busy for each of them does one afterwards.
		const statuses = tries[n] ?? [];
		await until(async () => {
			if (!statuses.includes(200)) statuses[TRIES] = await bringAndBegin(who, app.origin, TRIES);
			return statuses.includes(200);
		}, LIMIT_MS);
		await until(async () => (await present(who)).state !== "running", LIMIT_MS);
		const links = (await (await who.get(API.links.all)).json()) as LinkView[];
		const usage = await (await who.get(API.links.monthlyUsage)).json();
		expect(usage).toEqual({ monthlyCount: links.length, limit: LEFT_OF_MONTH });
		// Whatever was begun was done, wholly as long as the month had room, and each row once.
		const rowsOf = new Map<string, number>();
		for (const { linkSlug } of links) {
			const [file = ""] = linkSlug.split("-");
			rowsOf.set(file, (rowsOf.get(file) ?? 0) + 1);
		}
		const begun = statuses.flatMap((status, file) => (status === 200 ? [`s${file}`] : []));
		if (links.length < LEFT_OF_MONTH) {
			expect(begun.filter((file) => !rowsOf.has(file))).toEqual([]);
			expect([...rowsOf.values()].filter((rows) => rows !== ROWS)).toEqual([]);
		}
		expect(links.length).toBeLessThanOrEqual(LEFT_OF_MONTH);
		expect(new Set(links.map(({ linkSlug }) => linkSlug)).size).toBe(links.length);
	}
	await beside.close();
});

it("one file that is begun 50 times, by two processes, is done once (P190)", async () => {
	const beside = await startTestApp({ beside: app, deps: () => ({ sessionSecret: app.deps.sessionSecret }) });
	const who = await subscriber(app, "pro");
	const lines = Array.from({ length: 2 * LEFT_OF_MONTH }, (_, n) => `https://example.com/${n}`);
	const body = ["target_url", ...lines].join("\n");
	const file = await ask(who, app.origin + API.imports.all, { headers: { "Content-Type": "text/csv" }, body });
	const { id } = (await file.json()) as ImportView;
	const json = { headers: { "Content-Type": "application/json" }, body: "{}" };
	const begun = await Promise.all(
		Array.from({ length: TRIES }, (_, n) => ask(who, [app, beside][n % 2]?.origin + API.imports.start(id), json)),
	);
	expect(begun.map(({ status }) => status).filter((status) => status !== 503 && status !== 200)).toEqual([]);
	// A machine that was too busy for all of them begins it now.
	const start = async () => (await ask(who, app.origin + API.imports.start(id), json)).status;
	await until(async () => begun.some(({ status }) => status === 200) || (await start()) === 200, LIMIT_MS);
	await until(async () => (await present(who)).state === "done", LIMIT_MS);
	expect((await present(who)).counts).toMatchObject({ made: LEFT_OF_MONTH, refused: LEFT_OF_MONTH, create: 0 });
	expect(await (await who.get(API.links.monthlyUsage)).json()).toMatchObject({ monthlyCount: LEFT_OF_MONTH });
	await beside.close();
});
