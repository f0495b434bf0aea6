import ipaddr from "ipaddr.js";
import { AppError } from "#server/platform/http/app-error.ts";
import { type Charge, createRateLimiter, type RateLimiter } from "#server/platform/work/rate-limiter.ts";

type SharedLimit = { all: number; account: number };

export type SiteLimits = {
	perHost: SharedLimit;
	perAddress: SharedLimit;
	bytesPerAddress: SharedLimit;
};

type Options = { limits: SiteLimits; now: () => number };
export type Fetch = ReturnType<ReturnType<typeof createSiteLimits>["begin"]>;

const MINUTE_MS = 60_000;

/** Limits requests by host name and IP address, since many names can share a server. Accounts share each limit. */
export function createSiteLimits({ limits, now }: Options) {
	const rateOf = ({ all, account }: SharedLimit) =>
		createRateLimiter({ max: all, perAccount: account, perMs: MINUTE_MS, now });
	const hosts = rateOf(limits.perHost);
	const addresses = rateOf(limits.perAddress);
	const bytes = rateOf(limits.bytesPerAddress);

	/** For one fetch of an account: a host counts once, however often it redirects to itself. */
	function begin(account: string) {
		const asked = new Set<string>();
		const reached = new Set<string>();

		function take(rate: RateLimiter, key: string, amount: number, words: Words): Charge {
			const charge = rate.take(key, amount, account);
			if (charge) return charge;
			const { isOwn, retryAfterSeconds } = rate.refusal(key, amount, account);
			throw new AppError("rate_limited", `${isOwn ? words.own : words.all} Try again in a minute.`, {
				retryAfterSeconds,
			});
		}

		/** @throws AppError "too_many" */
		function host(name: string): void {
			if (asked.has(name)) return;
			take(hosts, name, 1, pagesFrom(name));
			asked.add(name);
		}

		/**
		 * Counts a connection and reserves its bytes.
		 * @returns refunds the unused bytes
		 * @throws AppError "too_many"
		 */
		function address(ip: string, name: string, mostBytes: number): (came: number) => void {
			const key = networkOf(ip);
			const visit = `${key} ${name}`;
			const server = `the server of ${name}`;
			const charge = take(bytes, key, mostBytes, dataFrom(server));
			try {
				if (!reached.has(visit)) take(addresses, key, 1, pagesFrom(server));
			} catch (error) {
				charge.amount = 0;
				throw error;
			}
			reached.add(visit);
			return (came) => {
				charge.amount = came;
			};
		}

		return { host, address };
	}

	return { begin };
}

type Words = { own: string; all: string };

function pagesFrom(site: string): Words {
	return {
		own: `You've read many pages from ${site} in the last minute.`,
		all: `We've read many pages from ${site} in the last minute.`,
	};
}

function dataFrom(site: string): Words {
	return {
		own: `You've loaded a lot of data from ${site} in the last minute.`,
		all: `We've loaded a lot of data from ${site} in the last minute.`,
	};
}

/** An IPv4 address, or the first 64 bits of an IPv6 one, whose owner controls the rest. */
export function networkOf(ip: string): string {
	const address = ipaddr.process(ip);
	if (address instanceof ipaddr.IPv4) return address.toString();
	return `${address.parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(":")}::/64`;
}
