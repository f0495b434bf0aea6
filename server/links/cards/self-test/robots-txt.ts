type Rule = { isAllowed: boolean; pattern: string };
type Group = { robots: Set<string>; rules: Rule[] };

/** The minimum that a parser must read: 500 kibibytes (RFC 9309, 2.5). */
const MOST_BYTES = 512_000;

/** The line that blocks a robot by RFC 9309; null if it may read all of these paths. */
export function disallowingRule(file: Buffer, robot: string, paths: readonly string[]): string | null {
	const rules = rulesFor(groupsOf(file), robot);
	for (const path of paths) {
		const rule = decisiveRule(rules, path);
		if (rule?.isAllowed === false) return `Disallow: ${rule.pattern}`;
	}
	return null;
}

function rulesFor(groups: readonly Group[], robot: string): Rule[] {
	const named = (name: string) => groups.filter(({ robots }) => robots.has(name));
	const own = named(robot.toLowerCase());
	return (own.length > 0 ? own : named("*")).flatMap(({ rules }) => rules);
}

/** The longest pattern in bytes decides; on a tie, "allow" wins. */
function decisiveRule(rules: readonly Rule[], path: string): Rule | undefined {
	const asked = normalized(path);
	const isWeightier = (one: Rule, other: Rule | undefined) =>
		!other ||
		one.pattern.length > other.pattern.length ||
		(one.pattern.length === other.pattern.length && one.isAllowed);
	let decisive: Rule | undefined;
	for (const rule of rules) if (matches(rule.pattern, asked) && isWeightier(rule, decisive)) decisive = rule;
	return decisive;
}

/** Lines end with CR, LF or both; unknown lines, such as a sitemap, don't end a group. */
function groupsOf(file: Buffer): Group[] {
	const groups: Group[] = [];
	let isNaming = false;
	for (const line of file
		.subarray(0, MOST_BYTES)
		.toString("utf8")
		.replace(/^\ufeff/, "")
		.split(/[\r\n]+/)) {
		const { key, value } = fieldOf(line);
		const group = groups.at(-1);
		if (key === "user-agent") {
			const [name = ""] = /^(?:\*|[a-z_-]+)/i.exec(value) ?? [];
			if (isNaming && group) group.robots.add(name.toLowerCase());
			else groups.push({ robots: new Set([name.toLowerCase()]), rules: [] });
			isNaming = true;
		} else if (key === "allow" || key === "disallow") {
			isNaming = false;
			if (value !== "") group?.rules.push({ isAllowed: key === "allow", pattern: normalized(value) });
		}
	}
	return groups;
}

/** A line's lowercase key and its value, without comments; both empty if it has none. */
function fieldOf(line: string): { key: string; value: string } {
	const [said = ""] = line.split("#", 1);
	const colon = said.indexOf(":");
	if (colon < 0) return { key: "", value: "" };
	return { key: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/** Normalizes as RFC 9309, 2.2.2 requires: non-ASCII characters escaped, unreserved ones (RFC 3986, 2.3) not. */
function normalized(path: string): string {
	return path
		.replace(/[^\0-\x7f]+/g, (text) => encodeURI(text))
		.replace(/%[0-9a-f]{2}/gi, (octet) => {
			const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
			return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
		});
}

/** `*` is any text, a final `$` the end. Parts match at their first occurrence, so nothing backtracks. */
function matches(pattern: string, path: string): boolean {
	const isWhole = pattern.endsWith("$");
	const [first = "", ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
	if (!path.startsWith(first)) return false;
	const last = isWhole ? others.pop() : undefined;
	let at = first.length;
	for (const part of others) {
		const found = path.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	if (!isWhole) return true;
	return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
