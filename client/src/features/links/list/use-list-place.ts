import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { keepListPlace, listPlaceHere } from "#client/lib/list-place.ts";
import { focusRow } from "./row-focus.ts";

/** Space that the header covers at the top of the window, and toasts at the bottom. */
const COVERED_PX = { top: 130, bottom: 140 };
const KEEP_AFTER_MS = 300;
/** Corrects the scroll position for this many frames, because rows may be higher than estimated. */
const FRAMES = 4;

type Rows = Pick<Virtualizer<Window, Element>, "getOffsetForIndex" | "options">;

/**
 * Restores the list's scroll position (P334) by the row that was first in view, else by pixels, and saves it meanwhile.
 * @param savedId the row that was just saved, which is scrolled into view
 */
export function useListPlace(ids: readonly number[], rows: Rows, savedId: number | null): void {
	const latest = useRef({ ids, rows });
	useEffect(() => {
		latest.current = { ids, rows };
	});

	useEffect(() => {
		const place = listPlaceHere();
		const mode = window.history.scrollRestoration;
		window.history.scrollRestoration = "manual";
		let frame = 0;
		let count = 0;
		const restore = () => {
			count += 1;
			if (place) goTo(place.rowId === null ? -1 : latest.current.ids.indexOf(place.rowId), place);
			if (savedId !== null) showRow(savedId);
			if (count < FRAMES) frame = requestAnimationFrame(restore);
		};
		const goTo = (index: number, { offset, y }: { offset: number; y: number }) => {
			const start = index < 0 ? undefined : latest.current.rows.getOffsetForIndex(index, "start")?.[0];
			const drawn = index < 0 ? null : rowOf(latest.current.ids[index] ?? 0);
			const top = drawn ? drawn.getBoundingClientRect().top + window.scrollY : start;
			window.scrollTo({ top: top === undefined ? y : top - offset, behavior: "instant" });
		};
		const showRow = (id: number) => {
			const index = latest.current.ids.indexOf(id);
			const start = latest.current.rows.getOffsetForIndex(index, "start")?.[0];
			if (index < 0 || start === undefined) return;
			const y = start - window.scrollY;
			if (y >= COVERED_PX.top && y <= window.innerHeight - COVERED_PX.bottom) return;
			const top = index === 0 && y < COVERED_PX.top ? 0 : start - window.innerHeight / 3;
			window.scrollTo({ top, behavior: "instant" });
		};
		frame = requestAnimationFrame(restore);
		const focusId = savedId ?? place?.focusedId;
		if (focusId && latest.current.ids.includes(focusId)) focusRow(focusId);
		return () => {
			cancelAnimationFrame(frame);
			window.history.scrollRestoration = mode;
		};
	}, [savedId]);

	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const keep = () => {
			clearTimeout(timer);
			keepListPlace(placeNow());
		};
		const keepSoon = () => {
			clearTimeout(timer);
			timer = setTimeout(keep, KEEP_AFTER_MS);
		};
		// Before the press leads away.
		const before = ["click", "keydown"] as const;
		for (const event of before) document.addEventListener(event, keep, { capture: true });
		window.addEventListener("scroll", keepSoon, { passive: true });
		window.addEventListener("pagehide", keep);
		return () => {
			clearTimeout(timer);
			for (const event of before) document.removeEventListener(event, keep, { capture: true });
			window.removeEventListener("scroll", keepSoon);
			window.removeEventListener("pagehide", keep);
		};
	}, []);
}

function placeNow() {
	const rows = [...document.querySelectorAll<HTMLElement>("[data-link]")];
	const first = rows.find((row) => row.getBoundingClientRect().top >= 0);
	return {
		search: window.location.search.slice(1),
		rowId: first ? Number(first.dataset.link) : null,
		offset: first?.getBoundingClientRect().top ?? 0,
		y: window.scrollY,
		focusedId: Number(document.activeElement?.closest<HTMLElement>("[data-link]")?.dataset.link) || null,
	};
}

function rowOf(id: number): Element | null {
	return document.querySelector(`[data-link="${id}"]`);
}
