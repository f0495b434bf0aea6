import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import tls from "node:tls";
import ipaddr from "ipaddr.js";
import { AppError } from "#server/platform/http/app-error.ts";
import { isPublicAddress, isPublicTarget } from "./target-host.ts";
import type { Wire } from "./wire.ts";

type Options = {
	wire: Wire;
	/** Scheme and host of our own addresses. */
	ownOrigins: readonly string[];
	/** Addresses of this machine. */
	ownAddresses: () => string[];
	connectMs: number;
};

/** The error for a refused address; it doesn't reveal whether anything is there. */
export const REFUSED_ADDRESS = "Only public web addresses (http or https) can be read";

const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };
/** Of a name with many, the first few are tried; all of them are judged. */
const MOST_TRIED = 4;

type OpenOptions = { url: URL; addresses: string[]; signal: AbortSignal; admit: (address: string) => void };

/** Opens connections to strangers, each to an address that was judged just before (P142). */
export function createConnections({ wire, ownOrigins, ownAddresses, connectMs }: Options) {
	const ownNames = ownOrigins.map((origin) => hostOf(new URL(origin)));
	/** What each of our public names led to when it was last known. */
	const named = new Map(ownNames.map((name) => [name, isIP(name) === 0 ? [] : [name]]));

	/**
	 * Judges an address by its spelling alone: one that is written out is looked up nowhere.
	 * @throws AppError "address_refused"
	 */
	function judgeSpelling(url: URL): void {
		if (!mayBeAsked(url) || !isPublicTarget(url, { ownOrigins })) throw refused();
	}

	/**
	 * Every address behind a web address, each of them public and none of them ours.
	 * @throws AppError "address_refused" where one of them is not, or the address is none to be asked; whatever the wire
	 * throws where a name has none
	 */
	async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
		judgeSpelling(url);
		const host = hostOf(url);
		const [found, own] = await Promise.all([isIP(host) ? [host] : wire.resolve(host, signal), ownOnes(signal)]);
		if (found.length === 0 || !found.every((each) => isPublicAddress(each) && !own.has(plain(each)))) throw refused();
		return found;
	}

	/** Ours are those of this machine, and those that our public names lead to. */
	async function ownOnes(signal: AbortSignal): Promise<Set<string>> {
		await Promise.all(ownNames.filter(isLookedUp).map((name) => lookUp(name, signal)));
		return new Set([...ownAddresses(), ...[...named.values()].flat()].map(plain));
	}

	/** Name servers that fail now and then open nothing. */
	async function lookUp(name: string, signal: AbortSignal): Promise<void> {
		const found = await wire.resolve(name, signal).catch(() => null);
		if (found) named.set(name, found);
	}

	/**
	 * An open connection to one of these addresses, over TLS for https. They are tried one after the other.
	 * @param admit called with each address before it is connected to; one for which it throws is passed over
	 * @throws the last one's error
	 */
	async function open({ url, addresses, signal, admit }: OpenOptions): Promise<Socket> {
		const tried = familiesInTurn(addresses).slice(0, MOST_TRIED);
		const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
		let failure: unknown;
		for (const [at, address] of tried.entries()) {
			// One that never answers leaves time for the next.
			const isLast = at === tried.length - 1;
			const patience = isLast ? limit : AbortSignal.any([limit, AbortSignal.timeout(connectMs / 2)]);
			try {
				admit(address);
				return await opened(url, address, patience);
			} catch (error) {
				failure = error;
				if (limit.aborted) break;
			}
		}
		throw failure;
	}

	async function opened(url: URL, address: string, signal: AbortSignal): Promise<Socket> {
		const host = hostOf(url);
		const socket = wire.connect({ address, port: portOf(url), host });
		// One that comes after all is over would end the process.
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

function isWebPort({ port }: URL): boolean {
	return port === "" || port === "80" || port === "443";
}

function portOf({ port, protocol }: URL): number {
	return port === "" ? (PORTS[protocol] ?? 0) : Number(port);
}

/** One spelling for one host. */
export function hostOf({ hostname }: URL): string {
	return hostname.replace(/[[\]]/g, "").replace(/\.+$/, "");
}

/** IPv4 and IPv6 alternately, beginning with that of the first: this machine may reach only one of them (RFC 8305). */
function familiesInTurn(addresses: readonly string[]): string[] {
	const [first = "", ...rest] = addresses;
	const [same, other] = [true, false].map((wanted) => rest.filter((each) => (isIP(each) === isIP(first)) === wanted));
	return [first, ...rest.flatMap((_, n) => [other?.[n] ?? [], same?.[n] ?? []].flat())];
}

/** One spelling for one address. */
function plain(address: string): string {
	return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

function refused(): AppError {
	return new AppError("address_refused", REFUSED_ADDRESS);
}
