import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import ipaddr from "ipaddr.js";
import { Reader, type Response } from "mmdb-lib";
import { isCountryCode } from "#shared/billing/onboarding/countries.ts";

const require = createRequire(import.meta.url);

/** The country of an address, ISO 3166-1 alpha-2; null for a private, reserved or unknown one, and for no address. */
export type IpCountry = (address: string) => string | null;

/** A record of the shipped database, or of the common ones in MaxMind's shape. */
type CountryRecord = Response & { country_code?: string; country?: { iso_code?: string } };

/**
 * Reads an IP-to-country database (some 8 MB) into memory; a look-up then takes microseconds and no network.
 * @param file another database in the MMDB format; null: the one that ships with the application
 * @throws when the file is not there or is no such database
 */
export async function openIpCountry(file: string | null): Promise<IpCountry> {
	const path = file ?? require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
	const database = new Reader<CountryRecord>(await readFile(path));
	return (address) => {
		if (!ipaddr.isValid(address)) return null;
		// An IPv4 address in IPv6 dress is looked up as IPv4.
		const plain = ipaddr.process(address);
		// Registries own the reserved ranges too, so that some have a country there.
		if (plain.range() !== "unicast") return null;
		const found = database.get(plain.toString());
		const code = found?.country_code ?? found?.country?.iso_code;
		return code && isCountryCode(code) ? code : null;
	};
}
