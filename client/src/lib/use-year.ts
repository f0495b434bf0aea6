import { useSyncExternalStore } from "react";
import { presentYear, writtenYear } from "./public-origin.ts";

/** The visitor's current year; during hydration the one in the server's HTML (P88). */
export function useYear(): string {
	return useSyncExternalStore(neverChanges, presentYear, writtenYear);
}

const neverChanges = () => () => {};
