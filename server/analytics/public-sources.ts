import { sourceName } from "#shared/analytics/source-name.ts";
import { QR_SOURCE } from "#shared/links/scan.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";

/** Sources on public pages: platforms' names, which identify no one. */
const NAMES: ReadonlyMap<string, string> = new Map([
	["", ""],
	[QR_SOURCE, "QR code"],
	...PLATFORMS.flatMap(({ word, name, domains, countryDomain, inApp }): [string, string][] =>
		domains || countryDomain || inApp ? [[word, name]] : [],
	),
]);

/**
 * A source's public name (P224): a platform's, empty if unknown, else null, because campaigns and hosts may be private
 * and visitors can forge both.
 */
export function publicSource(source: string): string | null {
	return NAMES.get(sourceName(source)) ?? null;
}
