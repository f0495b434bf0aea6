import type { NameServer } from "#server/sandbox/dns/name-server.ts";
import type { Browser } from "#server/testing/app/browser.ts";
import { until } from "#server/testing/app/until.ts";
import { type Domain, domain, domainList } from "#shared/links/domains/domain.ts";
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
	/** Adds a domain. Its first check, which the service begins by itself, has ended: it can't overtake a later one. */
	async function add(person: Browser, host: string): Promise<Domain> {
		const response = await person.post(API.domains.all, { host });
		if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
		const added = domain.parse(await response.json());
		await until(async () => {
			const { domains } = domainList.parse(await (await person.get(API.domains.all)).json());
			return domains.some(({ id, checkedAt }) => id === added.id && checkedAt !== null);
		});
		return added;
	}

	async function check(person: Browser, { id }: Pick<Domain, "id">): Promise<Domain> {
		clock.pass(6_000);
		return domain.parse(await (await person.post(API.domains.check(id))).json());
	}

	function prove(...all: Domain[]): void {
		const [record] = all.flatMap(({ records }) => records[0] ?? []);
		if (record) names.set(record.name, "TXT", ...all.flatMap(({ records }) => records[0]?.value ?? []));
	}

	/** Adds a domain, sets both records, and has it checked. */
	async function verified(person: Browser, host: string): Promise<Domain> {
		const added = await add(person, host);
		prove(added);
		names.set(host, "CNAME", TARGET);
		return check(person, added);
	}

	return { add, check, prove, verified };
}
