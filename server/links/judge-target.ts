import { sql } from "drizzle-orm";
import { disabledAmong } from "#server/moderation/disabling/disabled-hosts.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { DOMAIN_IS_LIVE } from "#server/platform/db/link-domain.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { targetHostProblem } from "#server/platform/outbound/target-host.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import { INVALID_TARGET } from "#shared/links/field-schemas.ts";
import { DISABLED_TARGET } from "#shared/links/link-form.ts";
import { AFTER_DISABLED, AFTER_INVALID } from "#shared/links/link-schedule.ts";
import { withReason } from "#shared/links/target-problem.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { hostOf } from "#shared/platform/parse-url.ts";

/** A link's targets, during and after its time; omitted ones aren't checked. */
export type Targets = { targetUrl?: string; afterUrl?: string | null | undefined };
/** The addresses are those of hosts that accounts want as their own domains. */
type Judged = { isDomain?: boolean };
type Refused = { disabled: Set<string>; linkHosts: Set<string> };
type Address = { field: keyof Targets; url: URL | null; problem: string | null };

const MESSAGES = {
	targetUrl: { invalid: INVALID_TARGET, disabled: DISABLED_TARGET },
	afterUrl: { invalid: AFTER_INVALID, disabled: AFTER_DISABLED },
};

const LEADS_TO_LINKS = "It leads to an address of short links.";

export type TargetJudge = ReturnType<typeof createTargetJudge>;

/** The only validation of link targets (P19, P53, P593). Forms and imports call it early to report all errors. */
export function createTargetJudge({ ownOrigins }: { ownOrigins: readonly string[] }) {
	/** @returns for each link, in order, the error if its target isn't allowed, or null */
	return async function judgeTargets(
		reader: Pick<Db, "execute">,
		links: Targets[],
		{ isDomain = false }: Judged = {},
	): Promise<(AppError | null)[]> {
		const validated: Address[][] = [];
		for (const link of links) {
			await yieldAfterSlice();
			validated.push(addressesOf(link));
		}
		const urls = validated.flat().flatMap(({ url }) => url ?? []);
		const disabled = await disabledAmong(reader, [...new Set(urls.map(({ origin }) => origin))]);
		const linkHosts = await linkHostsAmong(reader, isDomain ? [] : [...new Set(urls.map(hostOf))]);
		return validated.map((addresses) => {
			const [refused] = addresses.flatMap((address) => refusalOf(address, { disabled, linkHosts }) ?? []);
			return refused ?? null;
		});
	};

	function addressesOf({ targetUrl, afterUrl }: Targets): Address[] {
		const given = Object.entries({ targetUrl, afterUrl }) as [keyof Targets, string | null | undefined][];
		return given.flatMap(([field, text]) => {
			if (text === undefined || text === null) return [];
			const url = parseWebAddress(text);
			return { field, url, problem: url ? targetHostProblem(url, { ownOrigins }) : "" };
		});
	}
}

function refusalOf({ field, url, problem }: Address, { disabled, linkHosts }: Refused): AppError | null {
	const { invalid, disabled: notAllowed } = MESSAGES[field];
	if (problem !== null) return new AppError("invalid_url", withReason(invalid, problem), { field });
	if (url && linkHosts.has(hostOf(url))) {
		return new AppError("invalid_url", withReason(invalid, LEADS_TO_LINKS), { field });
	}
	return url && disabled.has(url.origin) ? new AppError("website_not_allowed", notAllowed, { field }) : null;
}

/** Which hosts are accounts' own domains, unless another website is there: a link to a link could lead in a circle (P639). */
async function linkHostsAmong(db: Pick<Db, "execute">, hosts: string[]): Promise<Set<string>> {
	if (hosts.length === 0) return new Set();
	const { rows } = await db.execute<{ host: string }>(sql`
		SELECT d.host FROM domains d WHERE d.host = ANY (${sql.param(hosts)}::text[])
			AND ${sql.raw(DOMAIN_IS_LIVE)} AND d.last_check -> 'pointing' ->> 'state' IS DISTINCT FROM 'elsewhere'`);
	return new Set(rows.map(({ host }) => host));
}
