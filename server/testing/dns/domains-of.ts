import type { NameServer } from "#server/sandbox/dns/name-server.ts";
import type { Subscriber } from "#server/testing/app/subscriber.ts";
import { type Domain, domain } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Where accounts' domains point to in tests. */
export const TARGET = "links.visualink.example";

/** A time of the test, which goes on with every check: one that follows at once answers what the last one found. */
export function createClock() {
	let at = Date.UTC(2026, 10, 20);
	return {
		now: () => new Date(at),
		pass: (ms: number) => {
			at += ms;
		},
	};
}

/** What an account does with its domains, and what its owner does in DNS. */
export function domainsOf(names: NameServer, clock: ReturnType<typeof createClock>) {
	async function add(person: Subscriber, host: string): Promise<Domain> {
		const response = await person.post(API.domains.all, { host });
		if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
		return domain.parse(await response.json());
	}

	async function check(person: Subscriber, { id }: Pick<Domain, "id">): Promise<Domain> {
		clock.pass(6_000);
		return domain.parse(await (await person.post(API.domains.check(id))).json());
	}

	function prove(...all: Domain[]): void {
		const [record] = all.flatMap(({ records }) => records[0] ?? []);
		if (record) names.set(record.name, "TXT", ...all.flatMap(({ records }) => records[0]?.value ?? []));
	}

	/** Adds a domain, sets both records, and has it checked. */
	async function verified(person: Subscriber, host: string): Promise<Domain> {
		const added = await add(person, host);
		prove(added);
		names.set(host, "CNAME", TARGET);
		return check(person, added);
	}

	return { add, check, prove, verified };
}
