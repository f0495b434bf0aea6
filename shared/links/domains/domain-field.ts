import { z } from "zod";
import { blankAsNull } from "../field-schemas.ts";
import { readDomainHost } from "./domain-host.ts";

export const NOT_YOUR_DOMAIN = "This domain isn't one of your verified domains";

/** The domain of a link, by its host: absent for the default or the present one, empty for our own address (P624). */
export const domainField = z.preprocess(
	blankAsNull,
	z
		.string("Invalid input")
		// No account has a domain by a text that isn't one.
		.transform((text) => readDomainHost(text).host ?? text)
		.nullable()
		.optional(),
);
