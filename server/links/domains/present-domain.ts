import type { Domain } from "#shared/links/domains/domain.ts";
import {
	GRACE_DAYS,
	pointingWords,
	shownStatusOf,
	TXT_PREFIX,
	txtName,
	txtWords,
} from "#shared/links/domains/domain-check.ts";
import type { DomainRow } from "#shared/links/domains/domains.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { apexOf } from "./judge-host.ts";

/** An account's domain, as its owner sees it. @param target where its host must point to */
export function presentDomain(row: DomainRow, target: string): Domain {
	const { id, host, token, lastCheck, failingSince, isDefault, rootTarget, unknownTarget } = row;
	const status = shownStatusOf(row);
	const zone = apexOf(host);
	return {
		id,
		host,
		zone,
		status,
		records: [
			{
				...{ type: "TXT", name: txtName(host), value: TXT_PREFIX + token },
				...{ isFound: lastCheck?.txt.state === "found", message: txtWords(lastCheck) },
			},
			{
				...{ type: zone === host ? "ALIAS" : "CNAME", name: host, value: target },
				...{ isFound: lastCheck?.pointing.state === "here", message: pointingWords(lastCheck) },
			},
		],
		elsewhere: {
			addresses: lastCheck?.pointing.state === "elsewhere" ? lastCheck.pointing.addresses : [],
			mail: lastCheck?.mail ?? [],
		},
		checkedAt: row.checkedAt?.toISOString() ?? null,
		offAt:
			status === "failing" && failingSince
				? new Date(failingSince.getTime() + GRACE_DAYS * DAY_MS).toISOString()
				: null,
		isDefault,
		rootTarget,
		unknownTarget,
	};
}
