import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

/**
 * The lowest version of each package without a known hole, for every package of ours that has had one: a check that
 * works where no registry answers `npm audit`. An upgrade that is needed tomorrow is one more line here.
 */
const MINIMUM_VERSIONS: Record<string, { version: string; because: string }> = {
	"body-parser": { version: "2.2.3", because: "GHSA-v422-hmwv-36x6: limits passed by" },
	cookie: { version: "0.7.0", because: "CVE-2024-47764: names and values that break out" },
	"drizzle-orm": { version: "0.45.2", because: "GHSA-gpj5-g38j-94v9: SQL through names" },
	express: { version: "5.0.0", because: "CVE-2024-43796: scripts in redirects" },
	"express-rate-limit": { version: "8.5.1", because: "GHSA-46wh-pxpv-q5gq: limits passed by over IPv6" },
	"ip-address": { version: "10.3.1", because: "GHSA-mwp4-54f8-5fhr, GHSA-4xrf-jv44-h6hh: addresses misread" },
	multer: { version: "2.5.0", because: "CVE-2025-7338 to CVE-2026-82333: one body ends the process" },
	"on-headers": { version: "1.1.0", because: "CVE-2025-7339: headers changed" },
	passport: { version: "0.6.0", because: "CVE-2022-25896: a session's id kept at sign-in" },
	"path-to-regexp": { version: "8.4.0", because: "CVE-2024-45296 and later: paths that take minutes" },
	qs: { version: "6.16.0", because: "CVE-2026-82417, CVE-2026-82562: memory without end" },
	semver: { version: "7.5.2", because: "CVE-2022-25883: ranges that take minutes" },
	send: { version: "1.1.0", because: "CVE-2024-43799: scripts in redirects" },
	"serve-static": { version: "2.1.0", because: "CVE-2024-43800: scripts in redirects" },
	sharp: { version: "0.35.0", because: "GHSA-f88m-g3jw-g9cj: holes in libvips" },
	zod: { version: "3.22.3", because: "CVE-2023-4316: an address that takes minutes" },
};

/** Published by a thief in September 2025, and taken back. */
const POISONED = ["debug@4.4.2", "chalk@5.6.1", "ansi-styles@6.2.2", "supports-color@10.2.1", "strip-ansi@7.1.1"];

const root = path.resolve(import.meta.dirname, "..");
const readJson = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const lockFile = z.object({
	packages: z.record(
		z.string(),
		z.object({
			version: z.string(),
			dev: z.boolean().optional(),
			optional: z.boolean().optional(),
			resolved: z.string().optional(),
			integrity: z.string().optional(),
			hasInstallScript: z.boolean().optional(),
		}),
	),
});
const packageFile = z.object({
	allowScripts: z.record(z.string(), z.boolean()),
	dependencies: z.record(z.string(), z.string()),
	devDependencies: z.record(z.string(), z.string()),
});

const installed = Object.entries(lockFile.parse(readJson("package-lock.json")).packages)
	.filter(([place]) => place !== "")
	.map(([place, entry]) => ({ ...entry, place, name: place.replace(/^.*node_modules\//, "") }));
const { allowScripts, dependencies, devDependencies } = packageFile.parse(readJson("package.json"));

describe("what the service is built on (H6)", () => {
	it.each(Object.entries(MINIMUM_VERSIONS))("holds no %s with a known hole", (name, { version, because }) => {
		const served = installed.filter((one) => one.name === name && !one.dev);
		expect(served, "a row for a package that is gone").not.toEqual([]);
		for (const one of served) expect(isAtLeast(one.version, version), `${one.version}: ${because}`).toBe(true);
	});

	it("holds no version that a thief published", () => {
		const versions = installed.map(({ name, version }) => `${name}@${version}`);
		expect(versions.filter((one) => POISONED.includes(one))).toEqual([]);
	});

	it("lists every package that would run a script when installed, and runs none", () => {
		const withScript = new Set(installed.filter((one) => one.hasInstallScript).map((one) => one.name));
		expect([...withScript].sort()).toEqual(Object.keys(allowScripts).sort());
		expect(Object.values(allowScripts)).not.toContain(true);
		expect(readFileSync(path.join(root, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
	});

	it("comes from the registry alone, checked by its hash", () => {
		// `.npmrc` leaves the registry's own addresses out; what is left comes from elsewhere.
		expect(installed.filter((one) => one.resolved !== undefined)).toEqual([]);
		expect(installed.filter((one) => !one.integrity)).toEqual([]);
	});

	it("names exact versions", () => {
		for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
			expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
	});
});

describe("comparing versions", () => {
	it.each([
		["2.5.0", "2.5.0", true],
		["2.10.0", "2.9.9", true],
		["2.4.9", "2.5.0", false],
		["1.99.99", "2.0.0", false],
		["2.5.0-beta.1", "2.5.0", false],
		["2.5.1-beta.1", "2.5.0", true],
	])("%s at least %s: %s", (version, minimum, expected) => {
		expect(isAtLeast(version, minimum)).toBe(expected);
	});
});

function isAtLeast(version: string, minimum: string): boolean {
	const [release = "", ...preview] = version.split("-");
	const have = release.split(".").map(Number);
	const need = minimum.split(".").map(Number);
	for (const [n, least] of need.entries()) {
		const part = have[n] ?? 0;
		if (part !== least) return part > least;
	}
	return preview.length === 0;
}
