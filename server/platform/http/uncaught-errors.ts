import type { EventEmitter } from "node:events";
import { IncomingMessage, type RequestListener, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ErrorRequestHandler, Express } from "express";
import type { Logger } from "pino";
import type { ErrorBody } from "#shared/platform/error-body.ts";
import { loggedPath, requestedPath } from "./logged-path.ts";
import { askerOf, type RequestIds } from "./request-id.ts";

export type Listener = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

export type UncaughtErrors = {
	errorHandler: ErrorRequestHandler;
	/** Catches errors of the `request` listener and its promise. */
	watch: (listener: Listener) => RequestListener;
	/** Catches errors in listeners of connection events: `request`, `upgrade`, `clientError` and others. */
	guardServer: (server: Server) => void;
	guardedMessages: () => GuardedMessages;
	/** Reapplied in Express, which sets its own prototypes. */
	guardEvents: (app: Pick<Express, "request" | "response">) => void;
};

type GuardedMessages = { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse };
/** Express sets `res` on requests. */
type Answered = IncomingMessage & { res?: ServerResponse | undefined };

/** Events that serve one connection; a failing listener must not end the others. */
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

/** An error while answering a request never ends the process, only its own request (P122). */
export function createUncaughtErrors({ log, requestIds }: Options): UncaughtErrors {
	function logError(details: object): void {
		quietly(() => log.error(details, "an error that nobody caught ended a request"));
	}

	/** Failed answers: later errors are consequences. */
	const failedAnswers = new WeakSet<ServerResponse>();

	function fail(res: ServerResponse, error: unknown): void {
		if (failedAnswers.has(res)) return;
		failedAnswers.add(res);
		const requestId = requestIds.of(res.req);
		logError({ err: error, requestId, ...askerOf(res.req), method: res.req.method, path: loggedPath(res.req) });
		if (res.writableEnded) return;
		if (res.headersSent || !quietly(() => answer(res, requestId))) quietly(() => res.destroy());
	}

	/** The event's arguments identify the request's answer, or at least its socket. */
	function failed(error: unknown, named: unknown[]): void {
		const [first, second] = named;
		if (isAnswer(second)) {
			fail(second, error);
			return;
		}
		logError({ err: error });
		for (const each of [first, second]) if (isSocket(each)) quietly(() => each.destroy());
	}

	/** On prototypes, at almost no cost per request: `/go` handles thousands per second. */
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
 * A class like `Base` with its own prototype. Extending it would make every request a fifth slower. `made` gets each
 * instance.
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

/** Passes listeners' errors to `caught`; the event then counts as handled. On a prototype it covers all instances. */
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

function quietly(act: () => void): boolean {
	try {
		act();
		return true;
	} catch {
		return false;
	}
}
