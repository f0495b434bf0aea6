import type { DnsReader } from "#server/platform/outbound/dns-records.ts";
import {
	type DomainCheck,
	type PointingState,
	TXT_PREFIX,
	type TxtState,
	txtName,
} from "#shared/links/domains/domain-check.ts";
import { apexOf } from "./judge-host.ts";

/** What DNS says of a host at the moment. */
export type DomainReading = {
	resolvers: number;
	txt: {
		answered: number;
		/** Of each resolver that answered: tokens of ours, in lower case. */
		tokens: Set<string>[];
		/** Those at a name that ends with the whole domain twice. */
		doubled: Set<string>;
		hasOthers: boolean;
		isAlias: boolean;
	};
	pointing: DomainCheck["pointing"];
	mail: string[];
};

const ADDRESSES_SHOWN = 4;

/** Asks every resolver what is known of a host, and whether it leads where `target` does. */
export async function readDomain(readers: DnsReader[], host: string, target: string): Promise<DomainReading> {
	const doubledName = `${txtName(host)}.${apexOf(host)}`;
	const [first] = readers;
	const [doubled, mail, texts, places] = await Promise.all([
		first ? readTexts(first, doubledName) : null,
		first ? first.mail(host) : null,
		Promise.all(readers.map((reader) => readTexts(reader, txtName(host)))),
		Promise.all(readers.map((reader) => readPlace(reader, host, target))),
	]);
	const answered = texts.filter((text) => text !== null);
	return {
		resolvers: readers.length,
		txt: {
			answered: answered.length,
			tokens: answered.map(({ tokens }) => tokens),
			doubled: doubled?.tokens ?? new Set(),
			hasOthers: answered.some(({ isAlias, count }) => !isAlias && count > 0),
			isAlias: answered.some(({ isAlias }) => isAlias),
		},
		pointing: pointingOf(
			places.filter((place) => place !== null),
			readers.length,
		),
		// A null MX record, without a name, says that a host takes no email.
		mail: (mail ?? []).filter((server) => server !== "").slice(0, ADDRESSES_SHOWN),
	};
}

/** What the reading says of one account's token. */
export function txtStateOf({ txt, resolvers }: DomainReading, token: string): { state: TxtState; found: number } {
	const found = txt.tokens.filter((tokens) => tokens.has(token)).length;
	const all = { answered: txt.answered, resolvers, yes: found };
	return { state: together<TxtState>(all, { yes: "found", no: "missing" }), found };
}

type Votes = { answered: number; resolvers: number; yes: number };

/** More than half of the resolvers must answer, and all that do must agree. */
function together<State extends string>(
	{ answered, resolvers, yes }: Votes,
	states: { yes: State; no: State },
): State | "split" | "unreachable" {
	if (answered * 2 <= resolvers) return "unreachable";
	if (yes === answered) return states.yes;
	return yes === 0 ? states.no : "split";
}

/**
 * Our tokens at a name. Nothing that an alias leads to counts: a wildcard CNAME would let the owner of its target prove
 * every name below it.
 */
async function readTexts(reader: DnsReader, name: string) {
	const [alias, texts] = await Promise.all([reader.cname(name), reader.txt(name)]);
	if (alias === null || texts === null) return null;
	if (alias.length > 0) return { tokens: new Set<string>(), isAlias: true, count: texts.length };
	return { tokens: new Set(texts.flatMap((text) => tokenOf(text) ?? [])), isAlias: false, count: texts.length };
}

/** Some providers store the quotation marks that were pasted, or change the case. */
function tokenOf(text: string): string | null {
	const plain = text
		.trim()
		.replace(/^"(.*)"$/s, "$1")
		.trim()
		.toLowerCase();
	return plain.startsWith(TXT_PREFIX) ? plain.slice(TXT_PREFIX.length).trim() : null;
}

/** Where a host leads: by its alias or its addresses, all of which must be the target's. */
async function readPlace(reader: DnsReader, host: string, target: string) {
	const [alias, addresses, ours] = await Promise.all([
		reader.cname(host),
		reader.addresses(host),
		reader.addresses(target),
	]);
	if (alias?.includes(target)) return { isHere: true, isNowhere: false, others: [] };
	if (alias === null || addresses === null) return null;
	if (addresses.length === 0) return { isHere: false, isNowhere: true, others: alias };
	// Without our own addresses nothing can be compared.
	if (ours === null || ours.length === 0) return null;
	const others = addresses.filter((address) => !ours.includes(address));
	return { isHere: others.length === 0, isNowhere: false, others };
}

type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>;

function pointingOf(places: Place[], resolvers: number): DomainCheck["pointing"] {
	const here = places.filter(({ isHere }) => isHere).length;
	const others = [...new Set(places.flatMap((place: Place) => place.others))];
	const votes = { answered: places.length, resolvers, yes: here };
	const state = together<PointingState>(votes, {
		yes: "here",
		no: places.every(({ isNowhere }) => isNowhere) ? "nowhere" : "elsewhere",
	});
	return { state, answered: places.length, here, addresses: others.slice(0, ADDRESSES_SHOWN) };
}

/** What the DNS answers come to, for one account. */
export function checkOf(reading: DomainReading, token: string, isTaken: boolean): DomainCheck {
	const { answered, hasOthers, isAlias, doubled } = reading.txt;
	const isDoubled = doubled.has(token);
	return {
		resolvers: reading.resolvers,
		txt: { ...txtStateOf(reading, token), answered, hasOthers, isAlias, isDoubled, isTaken },
		pointing: reading.pointing,
		mail: reading.mail,
	};
}
