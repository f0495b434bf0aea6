import { trimBlank } from "#shared/platform/plain-text.ts";
import { wholeBeginningOf } from "#shared/platform/text-segments.ts";

const SPACES = /[\s\u0085\u180e]+/gu;
/** Controls, bidi overrides, zero-width spaces, soft hyphens, lone surrogates; joiners stay for emoji and Persian. */
const UNSEEN =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
	/[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** Third-party text on one line, without invisible characters, at most `most` UTF-16 units. */
export function pageLine(text: string, most: number): string {
	const clean = trimBlank(text.replace(UNSEEN, "").replace(SPACES, " "));
	return trimBlank(wholeBeginningOf(clean, most));
}
