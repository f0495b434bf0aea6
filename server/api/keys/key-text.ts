import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "vl_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM = 30;
const CHECKSUM = 6;
/** For secret scanners: docs/api.md. */
const PATTERN = /^vl_[0-9A-Za-z]{36}$/;

/** A new key: `vl_`, 30 random base62 characters (178 bits), and a checksum, so that scanners recognize leaked keys. */
export function newKeyText(): string {
	const random = Array.from({ length: RANDOM }, () => DIGITS[randomInt(DIGITS.length)]).join("");
	return `${PREFIX}${random}${checksumOf(random)}`;
}

/** Whether a text can be a key: its pattern and its checksum. */
export function isKeyText(text: string): boolean {
	if (!PATTERN.test(text)) return false;
	const random = text.slice(PREFIX.length, PREFIX.length + RANDOM);
	return text.endsWith(checksumOf(random));
}

/** What is stored of a key. */
export function hashOfKey(key: string): string {
	return createHash("sha256").update(key).digest("base64url");
}

/** CRC-32 (ISO 3309) in base62, padded with zeros. */
function checksumOf(random: string): string {
	let rest = crc32(random);
	let digits = "";
	for (let n = 0; n < CHECKSUM; n++) {
		digits = DIGITS[rest % DIGITS.length] + digits;
		rest = Math.floor(rest / DIGITS.length);
	}
	return digits;
}
