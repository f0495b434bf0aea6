import { createHash } from "node:crypto";
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import { present } from "./expand.ts";
import { decodeForm, parseParams } from "./params.ts";
import type { Route } from "./route.ts";
import { newId } from "./store.ts";
import { StripeError } from "./stripe-error.ts";
import { API_VERSION, type World } from "./world.ts";

/** Reads a call's body, whatever it says that it is; comes before `stripeApi`. */
export const apiBody: RequestHandler = express.text({ type: () => true, limit: "1mb" });

type Answer = { status: number; body: string; requestId: string; replayed?: boolean };

/**
 * Stripe's REST API at `/v1`: bearer key, form bodies, `Request-Id`, idempotency keys, `expand` and
 * Stripe's error bodies. An answer leaves once the change behind it is on disk.
 */
export function stripeApi(world: World, routes: Route[]): Router {
	const router = Router();
	for (const route of routes) {
		router[route.method](route.path, async (req, res) => {
			await send(res, req, answerCall(world, route, req), world);
		});
	}
	router.use("/v1", async (req, res) => {
		const path = req.originalUrl.split("?")[0];
		const message = `Unrecognized request URL (${req.method}: ${path}). The sandbox does not know this call.`;
		await send(res, req, toAnswer(new StripeError(message, { status: 404 }), newId("req", 14)), world);
	});
	return router;
}

function answerCall(world: World, route: Route, req: Request): Answer {
	const requestId = newId("req", 14);
	const key = req.get("idempotency-key");
	try {
		checkCaller(req);
		if (key && key.length > 255) throw keyTooLong();
		const encoded = req.method === "GET" ? (req.originalUrl.split("?")[1] ?? "") : bodyOf(req);
		const params = parseParams(route.params, decodeForm(encoded)) as { expand?: string[] };
		world.record({ kind: "request", call: nameOf(route), value: params });
		const fingerprint = createHash("sha256").update(`${req.method} ${req.path}\n${encoded}`).digest("hex");
		const earlier = req.method === "POST" && key ? world.store.replays.get(key) : undefined;
		if (earlier && key) {
			if (earlier.fingerprint !== fingerprint) throw keyReused(key);
			return { status: earlier.status, body: earlier.body, requestId: earlier.requestId, replayed: true };
		}
		world.request.current = { id: requestId, idempotency_key: key ?? null };
		const answer = execute(world, route, { req, params, requestId });
		if (req.method === "POST" && key) {
			world.store.replays.put({ id: key, object: "replay", created: world.now(), fingerprint, ...answer });
		}
		return answer;
	} catch (error) {
		return refuse(world, route, { error, requestId });
	} finally {
		world.request.current = null;
	}
}

/** Runs the call itself; what it refuses is kept for the idempotency key like a success. */
function execute(
	world: World,
	route: Route,
	call: { req: Request; params: { expand?: string[] }; requestId: string },
): Answer {
	try {
		const ids = Object.values(call.req.params).map(String);
		const result = route.run(call.params as never, ids[0] ?? "", ids[1] ?? "");
		const answer = present(world, result, call.params.expand);
		world.record({ kind: "answer", call: nameOf(route), value: answer });
		return { status: 200, body: JSON.stringify(answer, null, 2), requestId: call.requestId };
	} catch (error) {
		return refuse(world, route, { error, requestId: call.requestId });
	}
}

function refuse(world: World, route: Route, { error, requestId }: { error: unknown; requestId: string }): Answer {
	if (error instanceof StripeError) world.record({ kind: "refusal", call: nameOf(route), value: error.body });
	return toAnswer(error, requestId);
}

function nameOf({ method, path }: Route): string {
	return `${method.toUpperCase()} ${path}`;
}

async function send(res: Response, req: Request, answer: Answer, world: World): Promise<void> {
	await world.store.flush();
	res.status(answer.status).set({
		"Content-Type": "application/json",
		"Request-Id": answer.requestId,
		"Stripe-Version": API_VERSION,
		"Stripe-Should-Retry": answer.status >= 500 ? "true" : "false",
	});
	const key = req.get("idempotency-key");
	if (key) res.set("Idempotency-Key", key);
	if (answer.replayed) res.set({ "Idempotent-Replayed": "true", "Original-Request": answer.requestId });
	res.send(answer.body);
}

function checkCaller(req: Request): void {
	const bearer = req.get("authorization")?.replace(/^Bearer /i, "");
	if (!bearer) {
		throw new StripeError(
			"You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
			{ status: 401 },
		);
	}
	if (!/^(sk|rk)_test_\w+$/.test(bearer)) {
		throw new StripeError(`Invalid API Key provided: ${bearer.slice(0, 8)}${"*".repeat(8)}`, { status: 401 });
	}
	const version = req.get("stripe-version");
	if (version && version !== API_VERSION) {
		throw new StripeError(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION}.`);
	}
}

function bodyOf(req: Request): string {
	const body: unknown = req.body;
	return typeof body === "string" ? body : "";
}

function keyTooLong(): StripeError {
	return new StripeError("Idempotency keys can be at most 255 characters long.");
}

function keyReused(key: string): StripeError {
	return new StripeError(
		`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		{ type: "idempotency_error" },
	);
}

function toAnswer(error: unknown, requestId: string): Answer {
	if (!(error instanceof StripeError)) throw error;
	return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2), requestId };
}
