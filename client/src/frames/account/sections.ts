/** The account's sections in order; a new one needs a row here and a component in `account.tsx`. */
export const ACCOUNT_SECTIONS = [
	{ id: "plan", label: "Plan" },
	{ id: "invoices", label: "Invoices" },
	{ id: "profile", label: "Profile" },
	{ id: "links", label: "Links" },
	{ id: "domains", label: "Domains" },
	{ id: "email", label: "Email" },
	{ id: "data", label: "Data" },
] as const;

export type AccountSection = (typeof ACCOUNT_SECTIONS)[number]["id"];

/** The section that a URL names (P603); the plan by default. */
export function sectionOf(search: URLSearchParams): AccountSection {
	const named = search.get("section");
	return ACCOUNT_SECTIONS.find(({ id }) => id === named)?.id ?? "plan";
}

export function sectionAddress(path: string, search: URLSearchParams, section: AccountSection): string {
	const query = new URLSearchParams(search);
	if (section === "plan") query.delete("section");
	else query.set("section", section);
	return query.size > 0 ? `${path}?${query}` : path;
}
