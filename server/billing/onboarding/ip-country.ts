import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import ipaddr from "ipaddr.js";
import { Reader, type Response } from "mmdb-lib";
import { isCountryCode } from "#shared/billing/onboarding/countries.ts";

const require = createRequire(import.meta.url);

/** An address's country (ISO 3166-1 alpha-2); null for a private, reserved, unknown or missing address. */
export type IpCountry = (address: string) => string | null;

/** The bundled database and MaxMind's have different shapes. */
type CountryRecord = Response & { country_code?: string; country?: { iso_code?: string } };

/**
 * Loads an IP-to-country database (about 8 MB) into memory, so that lookups take microseconds and no network.
 * @param file another MMDB file; null: the bundled one
 * @throws if the file is missing or isn't such a database
 */
export async function openIpCountry(file: string | null): Promise<IpCountry> {
	const path = file ?? require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
	const database = new Reader<CountryRecord>(await readFile(path));
	return (address) => {
		if (!ipaddr.isValid(address)) return null;
		// IPv4-mapped IPv6 addresses are looked up as IPv4.
		const plain = ipaddr.process(address);
		// Registries own reserved ranges too, so some of them have a country.
		if (plain.range() !== "unicast") return null;
		const found = database.get(plain.toString());
		const code = found?.country_code ?? found?.country?.iso_code;
		return code && isCountryCode(code) ? code : null;
	};
}
