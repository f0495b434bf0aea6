import express, { type RequestHandler } from "express";
import pino from "pino";
import { expect, it } from "vitest";
import { listening } from "#server/testing/app/listening.ts";
import { until } from "#server/testing/app/until.ts";
import { requestLog } from "./request-log.ts";

/** The line that a request leaves behind. */
async function lineOf(status: number): Promise<Record<string, unknown>> {
	const lines: Record<string, unknown>[] = [];
	const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
	const mark: RequestHandler = (req, _res, next) => {
		Object.assign(req, { user: { id: "ada", email: "secret@example.com" } });
		next();
	};
	const app = express().use(
		mark,
		requestLog({ log, requestIds: { of: () => "r-1" } }),
		(_req, res) => void res.cookie("a", "secret").sendStatus(status),
	);
	const { origin, server } = await listening(app);
	await fetch(`${origin}/api/links?token=secret`, {
		headers: { "x-request-id": "another", cookie: "secret", authorization: "secret" },
	});
	await until(() => lines.length > 0);
	server.close();
	expect(lines).toHaveLength(1);
	return lines[0] ?? {};
}

it.each([200, 404, 499, 500, 503])(
	"a request answered %i is one line: method, path, status, time, and no more",
	async (status) => {
		const { time, msg, ...line } = await lineOf(status);
		// What failed has a line of its own that tells why.
		expect(line).toEqual({
			level: 30,
			req: { method: "GET", path: "/api/links" },
			res: { status },
			ms: expect.any(Number),
			requestId: "r-1",
			userId: "ada",
		});
		expect([typeof time, typeof msg]).toEqual(["number", "string"]);
		expect(String(msg)).not.toMatch(/secret|127\.0\.0\.1/);
	},
);
