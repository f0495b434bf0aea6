import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LIST_LIMITS, type ListedLink } from "#shared/links/link-list.ts";
import { cleanLine } from "#shared/platform/plain-text.ts";
import { overviewQuery } from "../list/list.queries.ts";
import { PALETTE_LIMITS } from "./find-actions.ts";

/** Debounce of the search, in milliseconds, as in the list. */
const DEBOUNCE_MS = 150;

/** The first results of the server's search; until it responds, cached links that contain the text. */
export function useFoundLinks(typed: string, isOn: boolean) {
	const wanted = cleanLine(typed).slice(0, LIST_LIMITS.search);
	const [debounced, setDebounced] = useState(wanted);
	useEffect(() => {
		const timer = setTimeout(() => setDebounced(wanted), DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [wanted]);
	const q = wanted === "" ? "" : debounced;
	const { data, error, isPlaceholderData, isFetching } = useQuery({
		...overviewQuery({ q, sort: "newest" }),
		enabled: isOn,
	});
	const isCurrent = q === wanted && !isPlaceholderData;
	const known = data?.links ?? [];
	const links = isCurrent ? known : known.filter((link) => isNamed(link, wanted.toLowerCase()));
	return { links: links.slice(0, PALETTE_LIMITS.links), error, isSearching: !isCurrent || (isFetching && !data) };
}

function isNamed({ title, shortUrl }: ListedLink, text: string): boolean {
	return title.toLowerCase().includes(text) || shortUrl.toLowerCase().includes(text);
}
