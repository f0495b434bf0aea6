import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { shortAddress } from "#client/lib/format.ts";
import { shortDomain } from "#client/lib/public-origin.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { LinkForm } from "#shared/links/link-form.ts";
import { publicLinkPath } from "#shared/platform/api-paths.ts";
import { parseUrl } from "#shared/platform/parse-url.ts";
import { domainsQuery, isVerified } from "../links.queries.ts";
import type { LinkFormValues } from "./link-form-data.ts";

export type AddressChoice = {
	/** Empty for our own address. */
	host: string;
	/** What the slug follows. */
	prefix: string;
};

type Options = {
	form: UseFormReturn<LinkFormValues, unknown, LinkForm>;
	link: LinkView | undefined;
	userSlug: string;
};

/** Where the form's link can be: at our address, or on one of the account's verified domains (P632). */
export function useLinkDomain({ form, link, userSlug }: Options) {
	const { data, refetch } = useQuery(domainsQuery);
	const verified = data?.domains.filter(isVerified) ?? [];
	const chosen = form.watch("domain");
	const linkHost = link && parseUrl(link.shortUrl)?.hostname;
	const isPresent = ({ host, isDefault }: (typeof verified)[number]) => (link ? host === linkHost : isDefault);
	const present = verified.find(isPresent)?.host ?? "";
	const shown = chosen ?? present;

	const own = { host: "", prefix: `${shortDomain()}${publicLinkPath(userSlug, "")}` };
	// A chosen domain stays, also if it was lost since: saving then says so.
	const hosts = new Set([...verified.map(({ host }) => host), ...(chosen ? [chosen] : [])]);
	const choices: AddressChoice[] = [own, ...[...hosts].map((host) => ({ host, prefix: `${host}${ownPort()}/` }))];
	const saved = link && { host: "", prefix: shortAddress(link.shortUrl).slice(0, -link.linkSlug.length) };
	const address = choices.find(({ host }) => host === shown) ?? own;

	return {
		choices,
		address: saved && !data ? saved : address,
		/** The host that platforms print. */
		host: shown === "" ? shortDomain() : shown,
		choose(host: string): void {
			form.setValue("domain", host === present ? null : host, { shouldDirty: true });
			form.clearErrors("domain");
			if (form.formState.errors.domain) void refetch();
		},
	};
}

export type LinkDomain = ReturnType<typeof useLinkDomain>;

/** Domains are served on the port of our own links: none in production. */
function ownPort(): string {
	return /:\d+$/.exec(shortDomain())?.[0] ?? "";
}
