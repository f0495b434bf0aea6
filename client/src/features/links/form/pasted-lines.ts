import { type ClipboardEvent, useRef } from "react";
import { onOneLine, trimBlank } from "#shared/platform/plain-text.ts";

/** Inputs turn pasted line breaks into spaces, which a URL may contain. This keeps the original (P458). */
export function usePastedLines() {
	const kept = useRef({ shown: "", pasted: "" });

	function shown(pasted: string): string {
		kept.current = { shown: onOneLine(pasted), pasted };
		return kept.current.shown;
	}

	function asPasted(text: string): string {
		return text === kept.current.shown ? kept.current.pasted : text;
	}

	/** The field's value after several lines were pasted; null for a single line, which the browser handles. */
	function shownAfter(event: ClipboardEvent<HTMLInputElement>): string | null {
		const text = trimBlank(event.clipboardData.getData("text/plain"));
		if (onOneLine(text) === text) return null;
		event.preventDefault();
		const { value, selectionStart, selectionEnd } = event.currentTarget;
		return shown(value.slice(0, selectionStart ?? value.length) + text + value.slice(selectionEnd ?? value.length));
	}

	return { shown, asPasted, shownAfter };
}
