import { randomFillSync } from "node:crypto";

const POOL_BYTES = 8192;
const ID_RANDOM_BYTES = 10;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;
/** Views often come in the same millisecond. */
let last = { at: 0, time: "" };

/** A new event id, UUID version 7 (RFC 9562): its leading time keeps new rows adjacent in the index. */
export function newViewId(at: number): string {
	if (used + ID_RANDOM_BYTES > POOL_BYTES) {
		randomFillSync(pool);
		used = 0;
	}
	const random = pool.toString("hex", used, used + ID_RANDOM_BYTES);
	used += ID_RANDOM_BYTES;
	if (last.at !== at) last = { at, time: timePart(at) };
	const variant = VARIANT[Number.parseInt(random.charAt(3), 16)] ?? "8";
	return `${last.time}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The variant's two fixed bits, with two random ones. */
const VARIANT = [..."89ab89ab89ab89ab"];

/** The lowest possible id at this time (milliseconds since 1970): a bound, not an event's id. */
export function firstViewId(at: number): string {
	return `${timePart(Math.max(0, at))}-7000-8000-000000000000`;
}

function timePart(at: number): string {
	const time = at.toString(16).padStart(12, "0");
	return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** An event id's time in milliseconds since 1970; null unless it is a UUID version 7. */
export function viewIdTime(id: string): number | null {
	if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null;
	return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
