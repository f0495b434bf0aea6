// The script of the API's reference, which has no other: the page is plain HTML.

const LANGUAGE_KEY = "api-language";
const COPIED_MS = 2_000;

const page = find("[data-language]");
const switches = [...document.querySelectorAll<HTMLInputElement>('input[name="language"]')];
const search = find("[data-search]") as HTMLInputElement;
const found = find("[data-found]");
const routes = [...document.querySelectorAll<HTMLElement>("[data-route]")].map((section) => ({
	section,
	text: searchedText(section),
}));

show(remembered());
for (const each of switches) {
	each.addEventListener("change", () => {
		const above = firstInView();
		const before = above?.getBoundingClientRect().top ?? 0;
		show(each.value);
		// What is read stays where it is, though the code above it has another height.
		if (above) scrollBy({ top: above.getBoundingClientRect().top - before, behavior: "instant" });
		remember(each.value);
	});
}
search.addEventListener("input", filter);
search.addEventListener("keydown", (event) => {
	if (event.key !== "Escape") return;
	search.value = "";
	filter();
});
document.addEventListener("click", ({ target }) => {
	const button = target instanceof Element ? target.closest("[data-copy]") : null;
	if (button instanceof HTMLButtonElement) void copy(button);
});
// The browser restores what was typed, and leads to the anchor before the language is set.
filter();
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
markCurrent();

function show(language: string): void {
	page.dataset.language = language;
	for (const each of switches) each.checked = each.value === language;
}

function remembered(): string {
	try {
		const language = localStorage.getItem(LANGUAGE_KEY) ?? "";
		return switches.some(({ value }) => value === language) ? language : "curl";
	} catch {
		return "curl";
	}
}

function remember(language: string): void {
	try {
		localStorage.setItem(LANGUAGE_KEY, language);
	} catch {
		// Storage is off: the choice holds for this page.
	}
}

/** Names, addresses and fields: what one looks for, without the prose around it. */
function searchedText(section: HTMLElement): string {
	const parts = section.querySelectorAll("h3, h3 ~ p code, [data-field] > p > code, li[data-field] > code");
	return [section.id, ...[...parts].map(({ textContent }) => textContent)].join(" ").toLowerCase();
}

/** Shows the routes that have every word of the search; the chapters before them only without a search. */
function filter(): void {
	const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
	const isSearch = words.length > 0;
	let matches = 0;
	for (const { section, text } of routes) {
		section.hidden = !words.every((word) => text.includes(word));
		if (!section.hidden) matches += 1;
		const entry = entryOf(section.id);
		if (entry?.parentElement) entry.parentElement.hidden = section.hidden;
	}
	for (const part of document.querySelectorAll<HTMLElement>("[data-chapter], [data-guide]")) part.hidden = isSearch;
	for (const group of document.querySelectorAll<HTMLElement>("[data-group]")) {
		const parts = [...group.querySelectorAll<HTMLElement>("[data-route], nav li")];
		group.hidden = parts.length > 0 && parts.every(({ hidden }) => hidden);
	}
	found.textContent = isSearch ? foundWords(matches) : "";
}

function foundWords(matches: number): string {
	if (matches === 0) return "No matches. Try a route's name or a field.";
	return matches === 1 ? "1 match" : `${matches} matches`;
}

async function copy(button: HTMLButtonElement): Promise<void> {
	const code = button.closest("figure")?.querySelector("code");
	if (!code) return;
	try {
		await navigator.clipboard.writeText(code.textContent ?? "");
		say(button, "Copied");
	} catch {
		// Without permission, or not over HTTPS: it is selected, so that one key copies it.
		getSelection()?.selectAllChildren(code);
		say(button, "Selected");
	}
}

function say(button: HTMLButtonElement, word: string): void {
	button.textContent = word;
	find("[data-copied]").textContent = word;
	setTimeout(() => {
		button.textContent = "Copy";
		find("[data-copied]").textContent = "";
	}, COPIED_MS);
}

/** Marks in the side list which part is read. */
function markCurrent(): void {
	const seen = new Set<Element>();
	const parts = [...document.querySelectorAll("[data-chapter], [data-route]")];
	const observer = new IntersectionObserver(
		(entries) => {
			for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target) : seen.delete(target);
			const current = parts.find((part) => seen.has(part));
			if (!current) return;
			for (const part of parts) entryOf(part.id)?.removeAttribute("aria-current");
			entryOf(current.id)?.setAttribute("aria-current", "location");
		},
		{ rootMargin: "-140px 0px -50% 0px" },
	);
	for (const part of parts) observer.observe(part);
}

function firstInView(): Element | undefined {
	return [...document.querySelectorAll("h2, h3")].find((heading) => heading.getBoundingClientRect().bottom > 140);
}

function entryOf(id: string): Element | null {
	return document.querySelector(`nav a[href="#${CSS.escape(id)}"]`);
}

function find(selector: string): HTMLElement {
	const element = document.querySelector<HTMLElement>(selector);
	if (!element) throw new Error(`the page lacks ${selector}`);
	return element;
}
