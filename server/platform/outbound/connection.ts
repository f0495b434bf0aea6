import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import tls from "node:tls";
import ipaddr from "ipaddr.js";
import { AppError } from "#server/platform/http/app-error.ts";
import { isPublicAddress, isPublicTarget } from "./target-host.ts";
import type { Wire } from "./wire.ts";

type Options = {
	wire: Wire;
	ownOrigins: readonly string[];
	ownAddresses: () => string[];
	connectMs: number;
};

/** The error for a refused address; it doesn't reveal whether anything is there. */
export const REFUSED_ADDRESS = "Only public web addresses (http or https) can be read";

const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };
/** Of a name's addresses all are checked, but only the first few tried. */
const MOST_TRIED = 4;

type OpenOptions = {
	url: URL;
	addresses: string[];
	signal: AbortSignal;
	admit: (address: string) => void;
	failed?: (error: unknown) => void;
};

/** Opens connections to other servers, each to an address checked just before (P142). */
export function createConnections({ wire, ownOrigins, ownAddresses, connectMs }: Options) {
	const ownNames = ownOrigins.map((origin) => hostOf(new URL(origin)));
	const named = new Map(ownNames.map((name) => [name, isIP(name) === 0 ? [] : [name]]));

	/** Checks an address without DNS. @throws AppError "address_refused" */
	function judgeSpelling(url: URL): void {
		if (!mayBeAsked(url) || !isPublicTarget(url, { ownOrigins })) throw refused();
	}

	/**
	 * All IP addresses of a web address, each public and not ours.
	 * @throws AppError "address_refused" if one isn't; the wire's error if the name has none
	 */
	async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
		judgeSpelling(url);
		const host = hostOf(url);
		const [found, own] = await Promise.all([isIP(host) ? [host] : wire.resolve(host, signal), ownOnes(signal)]);
		if (found.length === 0 || !found.every((each) => isPublicAddress(each) && !own.has(plain(each)))) throw refused();
		return found;
	}

	/** This machine's addresses, and those of our public names. */
	async function ownOnes(signal: AbortSignal): Promise<Set<string>> {
		await Promise.all(ownNames.filter(isLookedUp).map((name) => lookUp(name, signal)));
		return new Set([...ownAddresses(), ...[...named.values()].flat()].map(plain));
	}

	/** An occasionally failing name server must not permit our own addresses: the last known ones stay. */
	async function lookUp(name: string, signal: AbortSignal): Promise<void> {
		const found = await wire.resolve(name, signal).catch(() => null);
		if (found) named.set(name, found);
	}

	/**
	 * Opens a connection to the first address that works, over TLS for https.
	 * @param admit called before each address; if it throws, the address is skipped
	 * @param failed called with the error of each address
	 * @throws the last address's error
	 */
	async function open({ url, addresses, signal, admit, failed }: OpenOptions): Promise<Socket> {
		const tried = familiesInTurn(addresses).slice(0, MOST_TRIED);
		const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
		let failure: unknown;
		for (const [at, address] of tried.entries()) {
			// Leaves time for the next address if one never answers.
			const isLast = at === tried.length - 1;
			const patience = isLast ? limit : AbortSignal.any([limit, AbortSignal.timeout(connectMs / 2)]);
			try {
				admit(address);
				return await opened(url, address, patience);
			} catch (error) {
				failure = error;
				failed?.(error);
				if (limit.aborted) break;
			}
		}
		throw failure;
	}

	async function opened(url: URL, address: string, signal: AbortSignal): Promise<Socket> {
		const host = hostOf(url);
		const socket = wire.connect({ address, port: portOf(url), host });
		// An error after completion would end the process.
		socket.on("error", () => {});
		try {
			await once(socket, "connect", { signal });
			if (url.protocol === "http:") return socket;
			const servername = isIP(host) ? "" : host;
			const secured = tls.connect({ socket, host, servername, ALPNProtocols: ["http/1.1"] });
			secured.on("error", () => {});
			await once(secured, "secureConnect", { signal });
			return secured;
		} catch (error) {
			socket.destroy();
			throw error;
		}
	}

	return { judgeSpelling, addressesOf, open };
}

function isLookedUp(name: string): boolean {
	return isIP(name) === 0 && name.includes(".");
}

function mayBeAsked(url: URL): boolean {
	return PORTS[url.protocol] !== undefined && isWebPort(url) && url.username === "" && url.password === "";
}

export function isWebPort({ port }: URL): boolean {
	return port === "" || port === "80" || port === "443";
}

function portOf({ port, protocol }: URL): number {
	return port === "" ? (PORTS[protocol] ?? 0) : Number(port);
}

/** Normalizes a host's spelling. */
export function hostOf({ hostname }: URL): string {
	return hostname.replace(/[[\]]/g, "").replace(/\.+$/, "");
}

/** Alternates IPv4 and IPv6, starting with the first one's: this machine may reach only one of them (RFC 8305). */
function familiesInTurn(addresses: readonly string[]): string[] {
	const [first = "", ...rest] = addresses;
	const [same, other] = [true, false].map((wanted) => rest.filter((each) => (isIP(each) === isIP(first)) === wanted));
	return [first, ...rest.flatMap((_, n) => [other?.[n] ?? [], same?.[n] ?? []].flat())];
}

function plain(address: string): string {
	return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

function refused(): AppError {
	return new AppError("address_refused", REFUSED_ADDRESS);
}
