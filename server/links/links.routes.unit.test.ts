import express, { type RequestHandler } from "express";
import pino from "pino";
import { expect, test } from "vitest";
import { errorHandler } from "#server/platform/http/error-handler.ts";
import { listening } from "#server/testing/app/listening.ts";
import { API } from "#shared/platform/api-paths.ts";
import { linksRouter } from "./links.routes.ts";

const asPro: RequestHandler = (req, _res, next) => {
	Object.assign(req, { user: { id: "ada" }, subscription: { planId: "pro" } });
	next();
};

test("a slug that the server fails to look up says so, in words for the field (P49)", async () => {
	const slugAvailability = async () => {
		throw new Error("a secret of the database's");
	};
	const guards = { requireUser: asPro, requireSubscription: [asPro], requireAuthor: [asPro], stillAuthor: [asPro] };
	const options = { links: { slugAvailability }, guards, activeSubscription: async () => null, linksOrigin: "" };
	const app = express();
	app.use(linksRouter(options as unknown as Parameters<typeof linksRouter>[0]));
	app.use(errorHandler({ log: pino({ enabled: false }), requestIds: { of: () => "r-1" } }));
	const { origin, server } = await listening(app);

	const ask = async (slug: string) => (await fetch(origin + API.links.slugAvailability(slug))).json();
	expect(await ask("mine")).toMatchObject({
		kind: "internal",
		message: "We could not check this address",
		requestId: "r-1",
	});
	expect(await ask("")).toMatchObject({ kind: "invalid", message: "Required" });
	server.close();
});
