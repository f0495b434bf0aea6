import { useSyncExternalStore } from "react";
import { presentYear, writtenYear } from "./public-origin.ts";

/** The visitor's present year; while a page's HTML is taken over, the year that the server wrote there (P88). */
export function useYear(): string {
	return useSyncExternalStore(neverChanges, presentYear, writtenYear);
}

const neverChanges = () => () => {};
