import { type ClipboardEvent, useRef } from "react";
import { onOneLine, trimBlank } from "#shared/platform/plain-text.ts";

/**
 * A field of one line turns the line breaks of what is pasted into spaces, which an address may have. This keeps the text
 * as it was pasted, so that the form can say what is wrong with it (P458), until the field says something else.
 */
export function usePastedLines() {
	const kept = useRef({ shown: "", pasted: "" });

	/** What the field is to show of a text. */
	function shown(pasted: string): string {
		kept.current = { shown: onOneLine(pasted), pasted };
		return kept.current.shown;
	}

	/** What was pasted, of what the field shows. */
	function asPasted(text: string): string {
		return text === kept.current.shown ? kept.current.pasted : text;
	}

	/** What the field is to show after several lines were pasted into it; null for one line, which is left to the browser. */
	function shownAfter(event: ClipboardEvent<HTMLInputElement>): string | null {
		const text = trimBlank(event.clipboardData.getData("text/plain"));
		if (onOneLine(text) === text) return null;
		event.preventDefault();
		const { value, selectionStart, selectionEnd } = event.currentTarget;
		return shown(value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length));
	}

	return { shown, asPasted, shownAfter };
}
