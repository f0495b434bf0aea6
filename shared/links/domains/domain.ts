import { z } from "zod";
import { coded } from "../../platform/error-codes.ts";
import { rowId } from "../../platform/row-id.ts";

/** The body of `POST /api/domains`. */
export const domainForm = z.object({ host: z.string().max(1_000, coded("too_long", "This isn't a domain.", 1_000)) });

const target = z
	.string()
	.max(2_048, coded("too_long", "Address must be 2048 characters or less", 2_048))
	.nullable();

/** The body of `PUT /api/domains/{id}`: what is left out stays. */
export const domainSettings = z.object({
	isDefault: z.boolean().optional(),
	rootTarget: target
		.optional()
		.meta({ description: "Where the domain itself leads; null or empty for a page of ours." }),
	unknownTarget: target
		.optional()
		.meta({ description: "Where its addresses without a link lead; null or empty for a page of ours." }),
});
export type DomainSettings = z.infer<typeof domainSettings>;

const record = z.object({
	type: z.enum(["TXT", "CNAME", "ALIAS"]),
	name: z.string(),
	value: z.string(),
	isFound: z.boolean(),
	message: z.string().meta({ description: "What the last check found." }),
});

/** An account's domain, as its owner sees it. */
export const domain = z.object({
	id: rowId,
	host: z.string(),
	status: z.enum(["waiting", "active", "failing", "off", "disabled"]).meta({
		description: "`waiting` for its TXT record; `failing` without its records, then `off`; `disabled` by an operator.",
	}),
	records: z.array(record).meta({ description: "What DNS must have." }),
	zone: z
		.string()
		.meta({ description: "The whole domain that it is or is below: providers ask for names without it." }),
	elsewhere: z
		.object({ addresses: z.array(z.string()), mail: z.array(z.string()) })
		.meta({ description: "What answers there today instead of us: addresses, and the servers that take its email." }),
	checkedAt: z.iso.datetime().nullable(),
	offAt: z.iso.datetime().nullable().meta({ description: "Of a failing one: when it is turned off." }),
	isDefault: z.boolean().meta({ description: "Whether new links get it." }),
	rootTarget: z.string().nullable(),
	unknownTarget: z.string().nullable(),
});
export type Domain = z.infer<typeof domain>;

/** The answer of `GET /api/domains`. `dnsPage`: where the sandbox's DNS takes records. */
export const domainList = z.object({
	domains: z.array(domain),
	limit: z.number().int(),
	dnsPage: z.string().nullish(),
});
export type DomainList = z.infer<typeof domainList>;

export const DOMAIN_NOT_FOUND = "Domain not found";
