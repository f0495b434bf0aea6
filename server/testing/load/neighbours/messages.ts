/** An account that takes part, with what it has to name in its requests. */
export type Account = {
	email: string;
	cookie: string;
	userSlug: string;
	links: { id: number; slug: string }[];
	/** Of programs. */
	keys: string[];
};

/** Accounts on Enterprise that an operator trusts, for what the limits of new accounts would stop; the last of them all. */
export const IMPORTERS = 12;

/** Hostnames of the made-up web (`web.ts`), and how they resolve. */
export const WEB = {
	/** A page that many people read, one name for each attack, each with an address of its own. */
	popular: (n: number) => `popular-${n}.example`,
	/** Different hosts with an address each. */
	host: (n: number) => `host-${n % WEB_HOSTS}.example`,
	/** A wildcard record: any name, one address. */
	wildcard: (n: number) => `name-${n}.wild.example`,
};
export const WEB_HOSTS = 120;
export const POPULAR_HOSTS = 250;

/** What the process of the hostile accounts is told: to begin one attack, or to end it. */
export type HostileOrder = { attack: string; phase: number } | "stop";
/** How often each status was the answer; `none` where the connection ended before. */
export type HostileReport = { statuses: Record<string, number> };

/** What the process of visitors and of the honest customer is told. */
export type BystanderOrder = { begin: { phase: number } } | "end" | { import: { phase: number; limitMs: number } };
/** What they have seen since `begin`. Times in milliseconds. */
export type BystanderReport = {
	visitors: Seen;
	honest: Seen;
};
export type Seen = { steps: readonly number[]; wrong: Record<string, number> };
/** How long the honest customer's import took; null where it was not done in time. */
export type ImportReport = { importedMs: number | null };
