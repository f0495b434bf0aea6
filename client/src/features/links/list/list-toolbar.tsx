import { ArrowDownWideNarrow, ListFilter, type LucideIcon, Search, Tag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CONTROL_CLASS, Input } from "#client/components/ui/input.tsx";
import { classNames } from "#client/lib/class-names.ts";
import {
	LINK_FILTERS,
	LINK_SORTS,
	LIST_LIMITS,
	type LinkFilter,
	type LinkIndex,
	type LinkSearch,
	type LinkSort,
	type TagCount,
} from "#shared/links/link-list.ts";

type ListToolbarProps = {
	search: LinkSearch;
	change: (changes: Partial<LinkSearch>, options?: { isTyped?: boolean }) => void;
	tags: TagCount[];
	/** Filters that would find nothing are hidden. */
	totals: LinkIndex["totals"] | undefined;
	className?: string;
};

const DEBOUNCE_MS = 150;

const SORT_NAMES: Record<LinkSort, string> = {
	newest: "Newest first",
	people: "Most people",
	bots: "Most bots",
	seen: "Last viewed",
};

const FILTER_NAMES: Record<LinkFilter, string> = {
	archived: "Archived",
	flagged: "Flagged",
	disabled: "Disabled",
	"no-picture": "Without an image",
	expired: "Expired",
	gone: "Target not found",
};

export function ListToolbar({ search, change, tags, totals, className }: ListToolbarProps) {
	const tagNames = tags.map(({ name }) => name);
	// The URL may name a deleted tag.
	if (search.tag !== undefined && !tagNames.includes(search.tag)) tagNames.push(search.tag);
	const isHidden = (filter: LinkFilter) => (filter === "flagged" || filter === "gone") && !totals?.[filter];
	const filters = LINK_FILTERS.filter((each) => !isHidden(each) || search.filter === each);
	return (
		<search className={classNames("flex min-w-0 gap-1.5 md:gap-2", className)}>
			<SearchField typed={search.q} onType={(q) => change({ q }, { isTyped: true })} />
			<Choice
				label="Show"
				Icon={ListFilter}
				isSet={search.filter !== undefined}
				value={search.filter ?? ""}
				choices={[["", "All links"], ...filters.map((filter) => [filter, FILTER_NAMES[filter]] as const)]}
				onChoose={(filter) => change({ filter: LINK_FILTERS.find((each) => each === filter) })}
			/>
			<Choice
				label="Order"
				Icon={ArrowDownWideNarrow}
				isSet={search.sort !== "newest"}
				value={search.sort}
				choices={LINK_SORTS.map((sort) => [sort, SORT_NAMES[sort]] as const)}
				onChoose={(sort) => change({ sort: LINK_SORTS.find((each) => each === sort) ?? "newest" })}
			/>
			<Choice
				label="Tag"
				Icon={Tag}
				isSet={search.tag !== undefined}
				value={search.tag ?? ""}
				choices={[
					["", tagNames.length === 0 ? "No tags yet" : "All tags"],
					...tagNames.map((name) => [name, name] as const),
				]}
				onChoose={(tag) => change({ tag: tag || undefined })}
			/>
		</search>
	);
}

/** Debounced; a response never overwrites what is being typed. */
function SearchField({ typed, onType }: { typed: string; onType: (text: string) => void }) {
	const [text, setText] = useState(typed);
	const sent = useRef(typed);
	useEffect(() => {
		// Back, or a link, has changed the URL.
		if (typed !== sent.current) setText(typed);
		sent.current = typed;
	}, [typed]);
	useEffect(() => {
		if (text === sent.current) return;
		const timer = setTimeout(() => {
			sent.current = text;
			onType(text);
		}, DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [text, onType]);

	return (
		<div className="relative min-w-0 flex-1">
			<Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
			<Input
				type="search"
				aria-label="Search your links"
				value={text}
				onChange={({ target }) => setText(target.value)}
				maxLength={LIST_LIMITS.search}
				placeholder="Search title, address or tag"
				className="pl-10!"
			/>
		</div>
	);
}

type ChoiceProps = {
	label: string;
	/** Replaces the label on narrow screens. */
	Icon: LucideIcon;
	isSet: boolean;
	value: string;
	choices: readonly (readonly [value: string, name: string])[];
	onChoose: (value: string) => void;
};

function Choice({ label, Icon, isSet, value, choices, onChoose }: ChoiceProps) {
	return (
		<label className="relative shrink-0">
			<span className="sr-only">{label}</span>
			<select
				data-icon-only-narrow=""
				data-chosen={isSet || undefined}
				value={value}
				onChange={({ target }) => onChoose(target.value)}
				className={classNames(
					CONTROL_CLASS,
					"h-11 truncate px-3 max-md:w-11! max-md:bg-none! max-md:px-0! max-md:text-transparent! md:w-34 lg:w-46",
					isSet && "border-accent",
				)}
			>
				{choices.map(([each, name]) => (
					<option key={each} value={each} className="text-ink">
						{name}
					</option>
				))}
			</select>
			<Icon
				aria-hidden="true"
				className={classNames(
					"pointer-events-none absolute top-3 left-3 size-5 md:hidden",
					isSet ? "text-accent" : "text-muted",
				)}
			/>
		</label>
	);
}
