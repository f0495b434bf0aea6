import type { DomainService } from "#server/links/domains/domains.service.ts";
import { presentDomain } from "#server/links/domains/present-domain.ts";
import type { DOMAIN_ROUTES } from "#shared/api/v1/routes/domains.ts";
import type { DomainRow } from "#shared/links/domains/domains.table.ts";
import { handlersFor } from "../route-work.ts";

export type DomainHandlerOptions = {
	domains: DomainService;
	/** Where hosts must point to. */
	target: string;
};

export function domainHandlers({ domains, target }: DomainHandlerOptions) {
	const answer = async (row: Promise<DomainRow>) => ({ body: presentDomain(await row, target) });

	return handlersFor<typeof DOMAIN_ROUTES>({
		async listDomains({ user }) {
			const rows = await domains.list(user.id);
			return { body: { domains: rows.map((row) => presentDomain(row, target)), next: null } };
		},
		addDomain: ({ user, planId, body }) => answer(domains.add(user.id, body.host, planId)),
		getDomain: ({ user, params }) => answer(domains.find(user.id, params.id)),
		updateDomain: ({ user, params, body }) => answer(domains.change(user.id, params.id, body)),
		checkDomain: ({ user, params }) => answer(domains.checkNow(user.id, params.id)),
		async deleteDomain({ user, params }) {
			await domains.remove(user.id, params.id);
			return { body: null };
		},
	});
}
