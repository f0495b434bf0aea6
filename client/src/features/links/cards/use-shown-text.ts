import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { graphemes } from "#shared/platform/text-segments.ts";

/** Debounce: measuring forces a layout. */
const DEBOUNCE_MS = 150;

/**
 * The part of a text that fits its element, with an ellipsis; null if all of it fits.
 * @param element contains only the text, and hides its overflow
 */
export function useShownText(element: RefObject<HTMLElement | null>, text: string): string | null {
	const [shown, setShown] = useState<string | null>(null);
	// Before the first frame, so that what is said of it pushes nothing down.
	useLayoutEffect(() => {
		if (element.current) setShown(shownText(element.current));
	}, [element]);
	useEffect(() => {
		const look = () => setShown(element.current === null ? null : shownText(element.current));
		const timer = setTimeout(look, text === "" ? 0 : DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [element, text]);
	return shown;
}

function shownText(element: HTMLElement): string | null {
	const node = element.firstChild;
	if (!(node instanceof Text) || element.scrollHeight <= element.clientHeight + 1) return null;
	const bottom = element.getBoundingClientRect().bottom;
	const characters = [...graphemes(node.data)];
	const range = document.createRange();
	const isShown = (count: number) => {
		const end = characters.slice(0, count).join("").length;
		range.setStart(node, Math.max(0, end - 1));
		range.setEnd(node, end);
		return range.getBoundingClientRect().top < bottom - 2;
	};
	let least = 0;
	let most = characters.length;
	while (least < most) {
		const middle = Math.ceil((least + most) / 2);
		if (isShown(middle)) least = middle;
		else most = middle - 1;
	}
	// The ellipsis replaces the last one.
	return `${characters
		.slice(0, Math.max(0, least - 1))
		.join("")
		.trimEnd()}…`;
}
