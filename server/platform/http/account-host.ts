import type { IncomingMessage } from "node:http";

const onAccountHosts = new WeakSet<object>();

/** Notes that a request asks a host of an account, whom our own rules for browsers must not bind. */
export function answersForAccount(req: IncomingMessage): void {
	onAccountHosts.add(req);
}

/** Whether a request asks a host of an account. */
export function isForAccount(req: IncomingMessage): boolean {
	return onAccountHosts.has(req);
}
