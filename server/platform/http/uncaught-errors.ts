import type { EventEmitter } from "node:events";
import { IncomingMessage, type RequestListener, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ErrorRequestHandler, Express } from "express";
import type { Logger } from "pino";
import type { ErrorBody } from "#shared/platform/error-body.ts";
import { askerOf, loggedPath, type RequestIds, requestedPath } from "./request-id.ts";

/** What answers a request; a promise is the part of it that comes later. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

export type UncaughtErrors = {
	/** The last one of Express: also for what the one before it throws. */
	errorHandler: ErrorRequestHandler;
	/** Catches what the listener of `request` and its promise throw. */
	watch: (listener: Listener) => RequestListener;
	/** Catches what any listener of a connection's events throws: `request`, `upgrade`, `clientError` and the like. */
	guardServer: (server: Server) => void;
	/** For a server's options: what it makes requests and answers of. Catches what the listeners of their events throw. */
	guardedMessages: () => GuardedMessages;
	/** The same from when Express has them: it gives them prototypes of its own. */
	guardEvents: (app: Pick<Express, "request" | "response">) => void;
};

type GuardedMessages = { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse };
/** A request that knows its answer, as Express has them. */
type Answered = IncomingMessage & { res?: ServerResponse | undefined };

/** A server's events whose listeners serve one connection; what fails in one must not end the others. */
const OF_A_CONNECTION = new Set<unknown>([
	"request",
	"checkContinue",
	"checkExpectation",
	"upgrade",
	"connect",
	"clientError",
	"connection",
	"dropRequest",
	"timeout",
]);
const MESSAGE = "Something went wrong";

type Options = { log: Pick<Logger, "error">; requestIds: Pick<RequestIds, "of"> };

/**
 * What is thrown while a request is answered never reaches the process, which it would end: it is one line of the log,
 * and the end of that request alone (P122).
 */
export function createUncaughtErrors({ log, requestIds }: Options): UncaughtErrors {
	function logError(details: object): void {
		// Whatever is wrong with the log must not become a second error.
		quietly(() => log.error(details, "an error that nobody caught ended a request"));
	}

	/** Answers that have failed: what is thrown after that is its consequence. */
	const failedAnswers = new WeakSet<ServerResponse>();

	/** The fallback error handler: one 500, or a closed socket if an answer has begun. */
	function fail(res: ServerResponse, error: unknown): void {
		if (failedAnswers.has(res)) return;
		failedAnswers.add(res);
		const requestId = requestIds.of(res.req);
		logError({ err: error, requestId, ...askerOf(res.req), method: res.req.method, path: loggedPath(res.req) });
		if (res.writableEnded) return;
		if (res.headersSent || !quietly(() => answer(res, requestId))) quietly(() => res.destroy());
	}

	/** The event that failed names its request's answer, or at least its socket. */
	function failed(error: unknown, named: unknown[]): void {
		const [first, second] = named;
		if (isAnswer(second)) {
			fail(second, error);
			return;
		}
		logError({ err: error });
		for (const each of [first, second]) if (isSocket(each)) quietly(() => each.destroy());
	}

	/** On prototypes, which costs a request nearly nothing: `/go` makes thousands in a second. */
	function guardMessages(request: Answered, answer: ServerResponse): void {
		guardEmit(request, (error, _event, { res }) => (res ? fail(res, error) : logError({ err: error })));
		guardEmit(answer, (error, _event, res) => fail(res, error));
	}

	return {
		errorHandler: (error: unknown, _req, res, _next) => fail(res, error),
		watch: (listener) => (req, res) => {
			listener(req, res)?.catch((error: unknown) => fail(res, error));
		},
		guardServer: (server) => {
			guardEmit(server, (error, [event, ...named]) => {
				if (!OF_A_CONNECTION.has(event)) throw error;
				failed(error, named);
			});
		},
		guardedMessages() {
			const GuardedRequest = heirOf(IncomingMessage, () => {});
			const GuardedAnswer = heirOf(ServerResponse, (answer) => {
				(answer.req as Answered).res = answer;
			});
			guardMessages(GuardedRequest.prototype, GuardedAnswer.prototype);
			return { IncomingMessage: GuardedRequest, ServerResponse: GuardedAnswer };
		},
		guardEvents: ({ request, response }) => guardMessages(request, response),
	};
}

/**
 * A constructor of what `Base` makes, with its own prototype; `made` is called with each. Not a class, because one that
 * extends these functions of Node's makes every request a fifth more expensive.
 */
function heirOf<B extends typeof IncomingMessage | typeof ServerResponse>(
	Base: B,
	made: (one: InstanceType<B>) => void,
): B {
	function Heir(this: InstanceType<B>, first: unknown, second: unknown): void {
		Reflect.apply(Base, this, [first, second]);
		made(this);
	}
	Object.setPrototypeOf(Heir, Base);
	Object.setPrototypeOf(Heir.prototype, Base.prototype);
	return Heir as unknown as B;
}

type Emit = EventEmitter["emit"];

/**
 * Passes what listeners throw to `caught`; the event then counts as handled. Set on a prototype, it applies to all its
 * instances.
 */
function guardEmit<T extends EventEmitter>(
	emitter: T,
	caught: (error: unknown, event: Parameters<Emit>, emitter: T) => void,
): void {
	const { emit } = emitter;
	emitter.emit = function guarded(this: T, ...event: Parameters<Emit>) {
		try {
			return emit.apply(this, event);
		} catch (error) {
			caught(error, event, this);
			return true;
		}
	};
}

/** Below `/api` an error body as everywhere there, elsewhere a sentence for people. */
function answer(res: ServerResponse, requestId: string): void {
	const isForPrograms = /^\/api(?:\/|$)/i.test(requestedPath(res.req));
	const body = isForPrograms
		? JSON.stringify({ kind: "internal", code: "internal", message: MESSAGE, requestId } satisfies ErrorBody)
		: `${MESSAGE}. Please try again.\nRequest: ${requestId}\n`;
	const type = isForPrograms ? "application/json" : "text/plain";
	for (const name of res.getHeaderNames()) res.removeHeader(name);
	const headers = {
		"X-Request-Id": requestId,
		"Content-Type": `${type}; charset=utf-8`,
		"Content-Length": String(body.length),
		"Cache-Control": "private, no-store",
		"X-Content-Type-Options": "nosniff",
		// The rest of the request on this connection is undefined.
		Connection: "close",
	};
	res.writeHead(500, headers).end(body);
}

function isAnswer(value: unknown): value is ServerResponse {
	return typeof value === "object" && value !== null && "writeHead" in value;
}

function isSocket(value: unknown): value is Socket {
	return typeof value === "object" && value !== null && "destroy" in value && "remoteAddress" in value;
}

/** @returns whether it went well. */
function quietly(act: () => void): boolean {
	try {
		act();
		return true;
	} catch {
		return false;
	}
}
