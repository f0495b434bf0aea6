import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Marks an owner's visit by "Open" (P528); never passed to the target. */
export const OWN_VISIT_PARAM = "visualink_open";
const VALID_MS = 600_000;
const SIGNED = new RegExp(String.raw`[?&]${OWN_VISIT_PARAM}=(\d{13})\.([\w-]{43})(?:&|$)`);

export type OwnVisits = ReturnType<typeof createOwnVisits>;

/** Signs "Open" addresses (P529). @param sessionSecret an earlier secret's signatures are refused */
export function createOwnVisits({ sessionSecret }: { sessionSecret: string }) {
	const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "own visit", 32));
	const signatureOf = (linkId: number, until: string) =>
		createHmac("sha256", key).update(`${linkId}.${until}`).digest("base64url");

	return {
		/** The signed query for ten minutes, with its `?`. @param at now, in milliseconds */
		query(linkId: number, at: number): string {
			const until = String(at + VALID_MS);
			return `?${OWN_VISIT_PARAM}=${until}.${signatureOf(linkId, until)}`;
		},
		/** Whether a visit is the owner's. @param search the request's query with its `?`, or empty */
		isOwn(linkId: number, { search, at }: { search: string; at: number }): boolean {
			const signed = search === "" ? null : SIGNED.exec(search);
			if (signed === null) return false;
			const [, until = "", signature = ""] = signed;
			if (Number(until) < at) return false;
			return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(linkId, until)));
		},
	};
}
