import { sourceName } from "#shared/analytics/source-name.ts";
import { QR_SOURCE } from "#shared/links/scan.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";

/** Sources that public pages show: names of platforms that people come from, which identify no one. */
const NAMES: ReadonlyMap<string, string> = new Map([
	["", ""],
	[QR_SOURCE, "QR code"],
	...PLATFORMS.flatMap(({ word, name, domains, countryDomain, inApp }): [string, string][] =>
		domains || countryDomain || inApp ? [[word, name]] : [],
	),
]);

/**
 * A public page's name for a source (P224): a platform's name, empty if unknown; null for everything else, because a
 * campaign's name is its owner's, a host may be a company's own, and visitors can write any word there.
 */
export function publicSource(source: string): string | null {
	return NAMES.get(sourceName(source)) ?? null;
}
