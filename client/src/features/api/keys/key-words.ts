import type { Choice } from "#client/components/ui/choice-list.tsx";
import { formatDate } from "#client/lib/format.ts";
import type { ApiKeyView, ApiScope } from "#shared/api/keys/api-key.ts";
import { countryName } from "#shared/billing/onboarding/countries.ts";

/** What a new key can be allowed, in the form's order. */
export const PERMISSIONS: readonly Choice<ApiScope>[] = [
	{
		value: "links:read",
		label: "Read links",
		note: "List, search and preview links, with their cards and QR codes.",
	},
	{
		value: "links:write",
		label: "Create and edit links",
		note: "Also delete, restore and test them, upload images, and change cards, tags and UTM templates.",
	},
	{ value: "stats:read", label: "Read statistics", note: "Views and charts, and which apps fetched a preview." },
	{ value: "domains:read", label: "Read domains", note: "List your domains and their DNS records." },
	{ value: "domains:write", label: "Add and edit domains", note: "Also check and remove them." },
	{ value: "webhooks", label: "Manage webhooks", note: "Also read and repeat their deliveries." },
];

/** Chosen at first. */
export const USUAL_SCOPES: readonly ApiScope[] = ["links:read", "links:write", "stats:read"];

/** 'Read links, create and edit links, read statistics'. */
export function scopesWords(scopes: readonly ApiScope[]): string {
	const labels = PERMISSIONS.filter(({ value }) => scopes.includes(value)).map(({ label }) => label);
	return labels.map((label, index) => (index === 0 ? label : lowerFirst(label))).join(", ");
}

export function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

export function hasExpired({ expiresAt }: Pick<ApiKeyView, "expiresAt">, now: Date): boolean {
	return expiresAt !== null && new Date(expiresAt) <= now;
}

/** 'Never expires', 'Expires March 5, 2027'. */
export function expiryWords(key: Pick<ApiKeyView, "expiresAt">, now: Date): string {
	if (key.expiresAt === null) return "Never expires";
	return `${hasExpired(key, now) ? "Expired" : "Expires"} ${formatDate(key.expiresAt)}`;
}

type Used = Pick<ApiKeyView, "lastUsedAt" | "lastUsedCountry">;

/** 'Last used today from Portugal', 'Never used'. */
export function usedWords({ lastUsedAt, lastUsedCountry }: Used, now: Date): string {
	if (lastUsedAt === null) return "Never used";
	const from = lastUsedCountry === null ? "" : ` from ${withArticle(countryName(lastUsedCountry))}`;
	return `Last used ${dayWords(new Date(lastUsedAt), now)}${from}`;
}

/** Days of this device's clock. */
function dayWords(at: Date, now: Date): string {
	const yesterday = new Date(now);
	yesterday.setDate(now.getDate() - 1);
	const day = formatDate(at);
	if (day === formatDate(now)) return "today";
	return day === formatDate(yesterday) ? "yesterday" : `on ${day}`;
}

const NEEDS_ARTICLE =
	/^(?:Isle|Holy|State) |^[^,]*\b(?:Islands|Republic|Emirates|Kingdom|States|Federation|Territor(?:y|ies)|Bahamas|Comoros|Maldives|Netherlands|Philippines|Seychelles)\b/;

function withArticle(name: string): string {
	if (name.startsWith("The ")) return `the${name.slice(3)}`;
	return NEEDS_ARTICLE.test(name) ? `the ${name}` : name;
}
