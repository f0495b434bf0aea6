import type { RequestHandler, Response } from "express";
import { StripeError } from "./stripe/stripe-error.ts";

/** Each call is compared with each fault. */
const MOST = 100;

export type Fault = {
	/** Which calls: a text that `METHOD /path` contains, such as `POST /v1/checkout`. */
	match: string;
	/**
	 * `slow`: answers after `ms`; `jitter`: after at most `ms`. `status`: answers `status` instead (429, 500, ...) without doing anything.
	 * `cut`: ends the connection before anything is done. `cut_after`: does it, then ends the connection unanswered.
	 * `malformed`: answers 200 with broken JSON. `hang`: never answers.
	 */
	kind: "slow" | "jitter" | "status" | "cut" | "cut_after" | "malformed" | "hang";
	ms?: number | undefined;
	status?: number | undefined;
	/** How many calls it meets; all unless given. */
	times?: number | undefined;
	/** Share of the matching calls it meets (0 to 1); all unless given. */
	share?: number | undefined;
};

export type FaultControl = {
	add: (fault: Fault) => void;
	clear: () => void;
};

/** Makes the sandbox's answers fail on demand. Google's and Stripe's bodies for an error are each their own. */
export function createFaults(): { middleware: RequestHandler; control: FaultControl } {
	let faults: Fault[] = [];

	const take = (call: string): Fault | undefined => {
		const fault = faults.find((one) => call.includes(one.match) && Math.random() < (one.share ?? 1));
		if (fault?.times !== undefined) {
			fault.times -= 1;
			if (fault.times <= 0) faults = faults.filter((one) => one !== fault);
		}
		return fault;
	};

	const middleware: RequestHandler = (req, res, next) => {
		const path = req.baseUrl + req.path;
		const fault = take(`${req.method} ${path}`);
		switch (fault?.kind) {
			case undefined:
				return next();
			case "slow":
				return void setTimeout(next, fault.ms ?? 1000);
			case "jitter":
				return void setTimeout(next, Math.random() * (fault.ms ?? 500));
			case "status":
				return answerWith(res, fault.status ?? 500, path);
			case "cut":
				return void req.socket.destroy();
			case "cut_after":
				res.end = (() => req.socket.destroy()) as never;
				return next();
			case "malformed":
				return void res.status(200).type("json").send('{"object": ');
			case "hang":
				return;
		}
	};
	return {
		middleware,
		control: {
			add: (fault) => {
				if (faults.length >= MOST) throw new StripeError(`There are ${MOST} faults already: clear them first.`);
				faults.push({ ...fault });
			},
			clear: () => {
				faults = [];
			},
		},
	};
}

function answerWith(res: Response, status: number, path: string): void {
	res.status(status);
	if (path.startsWith("/sandbox/google")) {
		res.json({ error: "backend_error", error_description: "Backend Error" });
	} else if (status === 429) {
		const message =
			"Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.";
		res.json({ error: { code: "rate_limit", message, type: "invalid_request_error" } });
	} else {
		const message = "An unknown error occurred";
		res.set("Stripe-Should-Retry", "true").json({ error: { message, type: "api_error" } });
	}
}
