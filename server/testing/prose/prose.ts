/** A word that docs, comments and screens avoid, and what to write instead. */
export type Banned = { pattern: RegExp; instead: string };
/** Where a banned word was found; `line` counts from 1. */
export type Find = { line: number; word: string; instead: string };

export const BANNED: readonly Banned[] = [
	{ pattern: /\bwhoever\b/giu, instead: "name the actor: visitor, owner, operator, crawler, or 'anyone who'" },
	{ pattern: /\b(?:some|any|every)body\b/giu, instead: "someone, anyone, everyone, or name the actor" },
	{ pattern: /\banew\b/giu, instead: "again" },
	{ pattern: /\bbeside\b/giu, instead: "next to" },
	{ pattern: /\bhereby\b/giu, instead: "leave it out" },
	{ pattern: /\bwhence\b/giu, instead: "its source, where it comes from" },
	{ pattern: /\bas good as (?:missing|gone)\b/giu, instead: "treated as not found" },
	{ pattern: /\bhears? of\b/giu, instead: "is notified of, is called with" },
	{ pattern: /\bfor ever\b/giu, instead: "forever, permanently" },
	{ pattern: /\bin place of\b/giu, instead: "instead of" },
	{ pattern: /\bstands? (?:in(?! for\b)|at|next to|there|here|below|above|behind|under)\b/giu, instead: "is, are" },
	{ pattern: /\bwaiting lines?\b/giu, instead: "queue" },
	{ pattern: /\bhears? changes\b/giu, instead: "is subscribed" },
	{ pattern: /\bsaved along\b/giu, instead: "saved with it, the companion form" },
	{ pattern: /\b(?:the|its|their) pulse\b/giu, instead: "the probe, the health check" },
	{ pattern: /\bpatient (?:HTTP|client)\b/giu, instead: "retrying client" },
	{ pattern: /\ban images\b/giu, instead: "an image" },
];

/** Identifiers that a rename has replaced by words of the trade. */
const REPLACED = `createRooms RoomsOptions createWithdrawalRoom roomOfMonth
	createFolder foldViews foldAll foldDifferences foldOnce foldSlice foldRows foldNext foldNew foldOld foldState isFolded isStillFolded
	dropFolded fillFolds runFoldStorm FoldStormResult createFoldRetention newDayFold DayFold FoldOfDay FoldOfLink FoldedRow
	killsInFold databaseKillsInFold FOLDED_\\w+ IS_FOLDED figuresOf \\w*[a-z]Figures
	[a-z]\\w*Pictures? pictures?[A-Z]\\w* createGuard countingGuard createGuardService [gG]uard(?:Reason|Service|Router|Code) [jJ]udged[A-Z]\\w*
	AccountNews createViewNews newsOf newsOfAccess newsInWords newsAt NO_NEWS (?:Prefill|Filled|receipts|set|use)News createPulse
	isAway awayInWords DatabaseAwayError hearsChanges (?:create|present|payWhatIs|sentenceAbout|is)Owed [oO]wedColumns owed(?:For|By|Invoice)
	createNewcomers Newcomers newcomers NewcomerLimits NO_NEWCOMER_LIMITS NEWCOMER SavedAlong patientHttpClient createWaitingLine
	createDoors openDoors answerOrders standBack givingWay requireHarmless`;

/** Replaced names in documents, code, strings and comments. */
export const REPLACED_NAMES: readonly Banned[] = [
	{
		pattern: new RegExp(`(?<![\\w-])(?:${REPLACED.split(/\s+/u).join("|")})(?![\\w-])`, "gu"),
		instead: "the name that replaced it (module, aggregate, metrics, image, moderation, probe, fetch queue …)",
	},
];

/** Code in which a word is a name: parameters of docstrings, identifiers and code between backquotes. */
const NAMES = /@param \w+|`[^`\n]*`/gu;

/** @param text a document, whole */
export function inDocument(text: string): Find[] {
	return [...findsIn(text, 1), ...findsIn(text, 1, REPLACED_NAMES)];
}

/** @param source TypeScript: checks its comments, all names, and with `strings` texts of several words */
export function inSource(source: string, { strings }: { strings: boolean }): Find[] {
	const parts = source.matchAll(/\/\*[\s\S]*?\*\/|(?<![:"'`\w/])\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gu);
	const prose = [...parts].flatMap(({ 0: part, index }) => {
		const isComment = part.startsWith("/");
		if (!isComment && !(strings && / \w+ /u.test(part))) return [];
		const line = source.slice(0, index).split("\n").length;
		return findsIn(isComment ? part : part.slice(1, -1), line);
	});
	return [...prose, ...findsIn(source, 1, REPLACED_NAMES)];
}

function findsIn(text: string, first: number, banned = BANNED): Find[] {
	const blank = banned === REPLACED_NAMES ? text : text.replace(NAMES, (name) => " ".repeat(name.length));
	return banned.flatMap(({ pattern, instead }) =>
		[...blank.matchAll(pattern)].map(({ 0: word, index }) => ({
			line: first + blank.slice(0, index).split("\n").length - 1,
			word,
			instead,
		})),
	);
}
