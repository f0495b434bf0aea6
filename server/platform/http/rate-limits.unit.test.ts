import type { Server } from "node:http";
import express from "express";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { listening } from "#server/testing/app/listening.ts";
import { errorHandler } from "./error-handler.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { createRequestIds } from "./request-id.ts";

let server: Server;
afterEach(() => void server.close());

type Asked = { method?: string; address?: string; user?: string };

/** Asks what is limited by `name`, from any address and as any user; answers with the statuses. */
async function rig(name: keyof RateLimits, { isOn = true } = {}) {
	const app = express();
	app.set("trust proxy", 1);
	app.use((req, _res, next) => {
		const id = req.get("x-user");
		next(void (id && Object.assign(req, { user: { id } })));
	});
	app.use(createRateLimits({ isOn })[name], (_req, res) => void res.send("done"));
	app.use(errorHandler({ log: pino({ level: "silent" }), requestIds: createRequestIds() }));
	const started = await listening(app);
	server = started.server;
	const ask = ({ method = "POST", address = "203.0.113.1", user }: Asked = {}) =>
		fetch(started.origin, { method, headers: { "x-forwarded-for": address, ...(user && { "x-user": user }) } });
	const askOften = async (times: number, asked: Asked = {}) => {
		const statuses: number[] = [];
		for (let n = 0; n < times; n++) statuses.push((await ask(asked)).status);
		return { allowed: statuses.filter((status) => status === 200).length, refused: statuses.at(-1) === 429 };
	};
	return { ask, askOften };
}

const ADA = { user: "ada" };
const GRACE = { user: "grace" };
const HERE = {};
const ELSEWHERE = { address: "203.0.113.2" };
const reading = (asked: Asked) => ({ ...asked, method: "GET" });

describe.each([
	["signInStarts", 60, "in a minute", 60, HERE, ELSEWHERE],
	["signIns", 20, "in a minute", 60, HERE, ELSEWHERE],
	["publicStats", 120, "in a minute", 60, HERE, ELSEWHERE],
	["withdrawals", 10, "in an hour", 3_600, HERE, ELSEWHERE],
	["withdrawalReads", 60, "in a minute", 60, HERE, ELSEWHERE],
	["changes", 60, "in a minute", 60, HERE, ELSEWHERE],
	["changes", 60, "in a minute", 60, ADA, GRACE],
	["slugChecks", 120, "in a minute", 60, ADA, GRACE],
	["charts", 60, "in a minute", 60, ADA, GRACE],
	["dataDownloads", 10, "in an hour", 3_600, ADA, GRACE],
	["reads", 600, "in a minute", 60, reading(ADA), reading(GRACE)],
	["lists", 240, "in a minute", 60, ADA, GRACE],
	["originals", 120, "in a minute", 60, ADA, GRACE],
	["billingReads", 60, "in a minute", 60, ADA, GRACE],
	["domainChecks", 20, "in a minute", 60, ADA, GRACE],
	["billing", 20, "in a minute", 60, ADA, GRACE],
	["importFiles", 30, "in an hour", 3_600, ADA, GRACE],
] as const)("%s", (name, max, again, seconds, one, other) => {
	it(`are ${max} ${again}, then told when to come back; of others are counted by themselves`, async () => {
		const { ask, askOften } = await rig(name);
		expect(await askOften(max + 1, one)).toEqual({ allowed: max, refused: true });
		const answer = await ask(one);
		const message = `Too many requests. Please try again ${again}.`;
		expect(await answer.json()).toMatchObject({ kind: "too_many", message });
		const wait = Number(answer.headers.get("retry-after"));
		expect(wait).toBeGreaterThan(seconds / 2);
		expect(wait).toBeLessThanOrEqual(seconds);
		expect(answer.headers.get("ratelimit-policy")).toMatch(new RegExp(`^"${name}"; q=${max}; w=${seconds};`));
		expect(answer.headers.has("x-ratelimit-limit")).toBe(false);
		expect(await askOften(1, other)).toMatchObject({ allowed: 1 });
	});

	it("are not limited where limits are off", async () => {
		const { askOften } = await rig(name, { isOn: false });
		expect(await askOften(max + 1, one)).toMatchObject({ allowed: max + 1 });
	});
});

it("a household's addresses of IPv6 count as one, its neighbour's do not", async () => {
	const { askOften } = await rig("signIns");
	await askOften(20, { address: "2001:db8:0:1200::1" });
	expect(await askOften(1, { address: "2001:db8:0:12ff::9" })).toMatchObject({ allowed: 0 });
	expect(await askOften(1, { address: "2001:db8:0:1300::1" })).toMatchObject({ allowed: 1 });
});

it.each([
	["changes", 60],
	["slugChecks", 120],
	["charts", 60],
	["dataDownloads", 10],
	["lists", 240],
	["billing", 20],
] as const)("%s count by the account, wherever its people are", async (name, max) => {
	const { askOften } = await rig(name);
	await askOften(max, ADA);
	expect(await askOften(1, { ...ADA, address: "203.0.113.9" })).toMatchObject({ allowed: 0 });
	expect(await askOften(1, GRACE)).toMatchObject({ allowed: 1 });
	expect(await askOften(1)).toMatchObject({ allowed: 1 });
});

it("sign-ins count by the address, whoever it is by then", async () => {
	const { askOften } = await rig("signIns");
	await askOften(20, ADA);
	expect(await askOften(1, GRACE)).toMatchObject({ allowed: 0 });
});

it("a visitor's reads are not limited by their address, which may be many people's", async () => {
	const { askOften } = await rig("reads");
	expect(await askOften(610, { method: "GET" })).toMatchObject({ allowed: 610 });
});

it("what changes nothing is no change, and a change is no read", async () => {
	const changes = await rig("changes");
	expect(await changes.askOften(70, { method: "GET" })).toMatchObject({ allowed: 70 });
	expect(await changes.askOften(60)).toMatchObject({ allowed: 60 });
	server.close();
	const reads = await rig("reads");
	expect(await reads.askOften(610, ADA)).toMatchObject({ allowed: 610 });
});
