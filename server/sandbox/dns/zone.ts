import { openJournal } from "../journal.ts";
import type { NameServer } from "./name-server.ts";
import { type DnsRecord, RecordProblem } from "./read-record.ts";

const MOST = 500;
/** A TXT record is kept in parts of at most 255 bytes; a character has at most four. */
const PARTS = /.{1,60}/gsu;

type Options = { folder: string; names: Pick<NameServer, "set"> };

/** The records that people have added: in memory, in a journal under `folder`, and answered by the name server. */
export function openZone({ folder, names }: Options) {
	const records = new Map<string, DnsRecord>();
	const journal = openJournal({ folder, read: (key) => records.get(key), all: () => records });
	for (const [key, record] of journal.initial) records.set(key, record as DnsRecord);
	for (const record of records.values()) publish(record);
	let changed = () => {};

	function publish({ name, type }: DnsRecord): void {
		const all = [...records.values()].filter((each) => each.name === name && each.type === type);
		names.set(name, type, ...all.map(({ value }) => (type === "TXT" ? (value.match(PARTS) ?? []) : value)));
	}

	function write(record: DnsRecord, isThere: boolean): void {
		const key = keyOf(record);
		if (isThere) records.set(key, record);
		else records.delete(key);
		publish(record);
		journal.touch(key);
	}

	async function keep(): Promise<void> {
		await journal.flush();
		changed();
	}

	return {
		has: (record: DnsRecord) => records.has(keyOf(record)),
		all: () => [...records.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
		/** All of them, or none. @throws RecordProblem */
		async add(all: DnsRecord[]): Promise<void> {
			const fresh = all.filter((record) => !records.has(keyOf(record)));
			if (records.size + fresh.length > MOST) {
				throw new RecordProblem(`There are ${records.size} records of at most ${MOST}. Remove some first.`);
			}
			for (const [n, record] of fresh.entries()) refuseBesideAlias(record, [...records.values(), ...fresh.slice(0, n)]);
			for (const record of fresh) write(record, true);
			await keep();
		},
		async remove(all: DnsRecord[]): Promise<void> {
			for (const record of all) if (records.has(keyOf(record))) write(record, false);
			await keep();
		},
		onChange(listener: () => void) {
			changed = listener;
		},
		close: journal.close,
	};
}

/** With a CNAME, a name has no other record (RFC 1034, section 3.6.2), as every provider insists. */
function refuseBesideAlias({ name, type }: DnsRecord, records: DnsRecord[]): void {
	const types = new Set(records.filter((each) => each.name === name).map((each) => each.type));
	const isRefused =
		types.has("CNAME") || (type === "CNAME" && types.size > 0) || (type === "ALIAS" && types.has("ALIAS"));
	if (isRefused) throw new RecordProblem(`${name} has a record that can't be next to a ${type}. Remove it first.`);
}

function keyOf({ type, name, value }: DnsRecord): string {
	return `${name} ${type} ${value}`;
}
