import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { areLetterKeysOn, isForPage } from "#client/lib/letter-keys.ts";
import { paths } from "#client/lib/paths.ts";
import type { LinkAction } from "../actions/link-action.ts";
import { knownLink } from "../list/list.queries.ts";

type ListKeys = {
	ids: readonly number[];
	actions: readonly LinkAction[];
	onToggle: (id: number, isRange: boolean) => void;
	onHelp: () => void;
};

/** The list's shortcuts. Those of a link apply to the focused row, never to the hovered one. */
export function useListKeys(keys: ListKeys): void {
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();
	const latest = useRef(keys);
	latest.current = keys;
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || !isForPage(event)) return;
			const { ids, actions, onToggle, onHelp } = latest.current;
			const key = event.key.toLowerCase();
			if (key === "?") return done(event, onHelp);
			if (!areLetterKeysOn() || event.repeat !== (event.repeat && "jk".includes(key))) return;
			const focused = focusedId();
			if (key === "/") {
				const search = document.querySelector<HTMLElement>("[type=search]");
				return search ? done(event, () => search.focus()) : undefined;
			}
			if (key === "n") return done(event, () => navigate(paths.newLink));
			if (key === "j" || key === "k") return done(event, () => focusNear(ids, focused, key === "j" ? 1 : -1));
			if (focused === null) return;
			if (key === "x") return done(event, () => onToggle(focused, event.shiftKey));
			const link = knownLink(queryClient, focused);
			const action = actions.find((each) => each.key === key);
			if (!link || !action || !(action.isFor?.(link) ?? true)) return;
			done(event, () => ("href" in action ? navigate(action.href(link)) : action.run(link)));
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [navigate, queryClient]);
}

function done(event: KeyboardEvent, run: () => void): void {
	event.preventDefault();
	run();
}

export function focusedId(): number | null {
	return Number(document.activeElement?.closest<HTMLElement>("[data-link]")?.dataset.link) || null;
}

/** The row before or after the focused one; without focus, the first visible one. */
function focusNear(ids: readonly number[], focused: number | null, step: 1 | -1): void {
	const index = focused === null ? -1 : ids.indexOf(focused);
	const rows = [...document.querySelectorAll<HTMLElement>("[data-link]")];
	const row =
		index < 0
			? rows.find((each) => each.getBoundingClientRect().top > 64)
			: rows.find((each) => Number(each.dataset.link) === ids[index + step]);
	row?.querySelector<HTMLElement>('[data-stop="title"]')?.focus();
}
