import Stripe from "stripe";

type Call = [name: string, ...args: unknown[]];
type Answers = Record<string, (...args: never[]) => unknown>;

/**
 * Stripe, played by hand for unit tests of what asks it: `answers["invoices.list"]` gives what that call answers (a list
 * as its items), and every call is written down. What has no answer is an empty list or object.
 */
export function fakeStripe(answers: Answers = {}): {
	stripe: Stripe;
	calls: Call[];
	named: (name: string) => unknown[][];
} {
	const calls: Call[] = [];
	const at = (path: string[]): unknown =>
		new Proxy(() => {}, {
			get: (_target, name) => at([...path, String(name)]),
			apply: (_target, _this, args: unknown[]) => {
				const name = path.join(".");
				calls.push([name, ...args]);
				return reply(answers[name]?.(...(args as never[])));
			},
		});
	const named = (name: string) => calls.filter(([each]) => each === name).map(([, ...args]) => args);
	return { stripe: at([]) as Stripe, calls, named };
}

function reply(answer: unknown): unknown {
	if (answer instanceof Promise) return answer;
	if (answer !== undefined && !Array.isArray(answer)) return Promise.resolve(answer);
	const data = answer ?? [];
	return Object.assign(Promise.resolve({ data }), { autoPagingToArray: async () => data });
}

/** What Stripe answers to a request that it does not like. */
export function refusal(code?: string): Error {
	return new Stripe.errors.StripeInvalidRequestError({
		type: "invalid_request_error",
		message: "refused",
		...(code && { code }),
	});
}
