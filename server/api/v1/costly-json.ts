import { AppError } from "#server/platform/http/app-error.ts";

/** Values and objects of a body: 500 links with all their fields and tags have 12,000. */
const MOST_VALUES = 20_000;
/** Levels of a body: those of the API have five, messages of assistants some ten. */
const MOST_LEVELS = 50;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Refuses JSON that costs far more than its size: 80,000 fields in 1 MB take `JSON.parse` 100 ms, and thousands of levels overflow the stack
 * of what walks them. Reads each byte once, in some 2 ms for 1 MB; doesn't judge whether it is JSON.
 * @throws AppError "too_large", "invalid" for too many levels
 */
export function refuseCostly(bytes: Buffer): void {
	let values = 0;
	let level = 0;
	for (let at = 0; at < bytes.length; at += 1) {
		const byte = bytes[at] as number;
		if (byte === QUOTE) {
			at = endOfText(bytes, at);
			continue;
		}
		if (byte === COMMA) values += 1;
		else if (OPENING.has(byte)) {
			values += 1;
			level += 1;
			if (level > MOST_LEVELS) throw new AppError("invalid", "The body is nested too deeply");
		} else if (CLOSING.has(byte)) level -= 1;
		if (values > MOST_VALUES) throw new AppError("too_large", "The body has too many values");
	}
}

/** Where the text that begins at `from` ends. */
function endOfText(bytes: Buffer, from: number): number {
	let at = bytes.indexOf(QUOTE, from + 1);
	while (at !== -1 && isEscaped(bytes, at)) at = bytes.indexOf(QUOTE, at + 1);
	return at === -1 ? bytes.length : at;
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(bytes: Buffer, at: number): boolean {
	let before = at - 1;
	while (bytes[before] === BACKSLASH) before -= 1;
	return (at - before) % 2 === 0;
}
