import { z } from "zod";
import { domain, domainForm, domainSettings } from "../../../links/domains/domain.ts";
import { apiRoute, idParam } from "../api-route.ts";

export const apiDomain = domain.meta({ id: "Domain" });
/** Complete: an account has at most 20 domains. */
export const apiDomains = z.object({ domains: z.array(apiDomain), next: z.string().nullable() });

const ofDomain = z.object({ id: idParam });
const one = { status: 200, schema: apiDomain } as const;

export const DOMAIN_ROUTES = [
	apiRoute({
		id: "listDomains",
		method: "get",
		path: "/domains",
		tag: "domains",
		scope: "domains:read",
		summary: "List domains",
		description: "All of them, in the order in which they were added.",
		answer: { status: 200, schema: apiDomains },
		example: {},
	}),
	apiRoute({
		id: "addDomain",
		method: "post",
		path: "/domains",
		tag: "domains",
		scope: "domains:write",
		summary: "Add a domain",
		description: "Set the `records` of the answer in DNS. We check them on our own, and on `POST /domains/{id}/check`.",
		body: z.strictObject(domainForm.shape),
		answer: { status: 201, schema: apiDomain },
		errors: ["invalid_domain", "website_not_allowed", "unsafe_target", "domain_limit_reached", "domain_exists"],
		isHeavy: true,
		sharedLimit: "domainChecks",
		example: { body: { host: "go.example.com" } },
	}),
	apiRoute({
		id: "getDomain",
		method: "get",
		path: "/domains/{id}",
		tag: "domains",
		scope: "domains:read",
		summary: "Read a domain",
		params: ofDomain,
		answer: one,
		errors: ["domain_not_found"],
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "updateDomain",
		method: "patch",
		path: "/domains/{id}",
		tag: "domains",
		scope: "domains:write",
		summary: "Change a domain's settings",
		description: "What is left out stays. Only a verified domain can be the default.",
		params: ofDomain,
		body: z.strictObject(domainSettings.shape),
		answer: one,
		errors: [
			...(["domain_not_found", "domain_not_verified", "domain_disabled"] as const),
			...(["invalid_url", "website_not_allowed", "unsafe_target"] as const),
		],
		example: { params: { id: 1 }, body: { rootTarget: "https://example.com/" } },
	}),
	apiRoute({
		id: "checkDomain",
		method: "post",
		path: "/domains/{id}/check",
		tag: "domains",
		scope: "domains:write",
		summary: "Check a domain's DNS records now",
		description: "Within 5 seconds of the last check, the answer is what that one found.",
		params: ofDomain,
		answer: one,
		errors: ["domain_not_found"],
		isHeavy: true,
		sharedLimit: "domainChecks",
		example: { params: { id: 1 } },
	}),
	apiRoute({
		id: "deleteDomain",
		method: "delete",
		path: "/domains/{id}",
		tag: "domains",
		scope: "domains:write",
		summary: "Remove a domain",
		description: "Its links stay, and answer at our own address.",
		params: ofDomain,
		answer: { status: 204, schema: null },
		errors: ["domain_not_found"],
		example: { params: { id: 1 } },
	}),
] as const;
