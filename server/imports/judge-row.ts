import { z } from "zod";
import { isPublicTarget } from "#server/outbound/target-host.ts";
import type { ImportedLink } from "#shared/imports/imports.table.ts";
import type { RowState } from "#shared/imports/imports.ts";
import { INVALID_TARGET, LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { isOverHttp, lengthInPage, parseImageUrl } from "#shared/links/image-url.ts";
import { LINK_FIELDS, TEXT_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import { linkForm } from "#shared/links/link-form.ts";
import { LIST_LIMITS, tagName } from "#shared/links/link-list.ts";
import { AFTER_INVALID, TIME_INVALID } from "#shared/links/link-schedule.ts";
import { targetProblem } from "#shared/links/target-problem.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { withScheme } from "#shared/links/typed-address.ts";
import { beginningOf } from "#shared/plain-text.ts";
import type { Field, RawRow } from "./csv/read-csv.ts";

export const TITLE_MADE = "Title made from the address";
export const IMAGE_LEFT_OUT = "Image left out";
const HTTP_IMAGE = `${IMAGE_LEFT_OUT}: its address begins with http:, and pages only show https: images`;

/** Parts of a cell of tags that are looked at; most of them may be empty or no tags. */
const PARTS_READ = 100;

type Options = {
	ownOrigins: readonly string[];
	/** Whether the cells are an export's of ours, so that what may be stored is stored as it is (P400). */
	isExact?: boolean;
};
export type JudgedRow = { line: number; state: RowState; note: string | null; content: ImportedLink };

/**
 * A row as a link, by the rules of the link form; spaces around texts go, texts that are too long are cut, and missing
 * ones made from the address, which its note says. Whether its hosts are allowed, the slug is free and the month has room is judged
 * elsewhere. What a refused row has is kept, too, as far as it can be stored and shown.
 */
export function judgeRow({ line, cells, cut = [] }: RawRow, { ownOrigins, isExact = false }: Options): JudgedRow {
	const notes: string[] = [];
	const isCut = (field: Field) => cut.includes(field);
	// The beginning of an address could be another address.
	const target = isCut("targetUrl") ? null : addressOf(cells.targetUrl, ownOrigins);
	const after = isCut("afterUrl") ? null : addressOf(cells.afterUrl, ownOrigins);
	const named = target ? `${target.hostname}${target.pathname === "/" ? "" : target.pathname}` : "";
	if (!cells.title) notes.push(TITLE_MADE);
	const texts = textsOf({ title: named, description: cells.title ?? named });
	const imageUrl = isCut("imageUrl") ? null : imageOf(cells.imageUrl?.trim(), ownOrigins);
	if (cells.imageUrl && imageUrl === null) notes.push(isOverHttp(cells.imageUrl) ? HTTP_IMAGE : IMAGE_LEFT_OUT);
	const tags = tagsOf(cells.tags ?? "", { isCut: isCut("tags"), isExact });
	if (tags.isShort) notes.push("Some tags left out");
	const slug = slugOf({ cells, isCut });
	const content: ImportedLink = {
		slug: fitted(slug, 2 * LINK_LIMITS.customLinkSlug).text,
		targetUrl: target?.href ?? fitted(cells.targetUrl ?? "", LINK_LIMITS.targetUrl).text,
		...texts,
		imageUrl,
		tags: tags.names,
		startsAt: timeOf(cells.startsAt),
		endsAt: timeOf(cells.endsAt),
		afterUrl: after?.href ?? null,
		isArchived: /^\s*(?:yes|true|1)\s*$/i.test(cells.archivedAt ?? ""),
		lacks: [
			...(cells.title ? [] : (["title"] as const)),
			...(cells.description ? [] : (["description"] as const)),
			...(imageUrl === null ? (["imageUrl"] as const) : []),
		],
	};
	const problem = problemOf();
	return { line, state: problem ? "refused" : "create", note: problem ?? (notes.join(". ") || null), content };

	/** Each cut to its length, which a note says; without a cell as `made`, or left out. */
	function textsOf(made: Partial<Record<TextField, string>>): Pick<ImportedLink, TextField> {
		const texts = TEXT_FIELDS.flatMap((name) => {
			const { label, max } = LINK_FIELDS[name].text;
			const given = cells[name];
			if (given && isExact && isAccepted(name, given)) return [[name, given]];
			const { text, isCut: isShort } = fitted(given ?? made[name] ?? "", max, { hasLines: isAccepted(name, "a\nb") });
			if (given && (isShort || isCut(name))) notes.push(`${label} cut to ${max} characters`);
			else if (given && text !== given) notes.push(`Spaces removed from the ${label.toLowerCase()}`);
			return made[name] === undefined && text === "" ? [] : [[name, text]];
		});
		return Object.fromEntries(texts) as Pick<ImportedLink, TextField>;
	}

	function problemOf(): string | null {
		if (!target) return targetRefusal(cells.targetUrl ?? "");
		if (cells.afterUrl && !after) return AFTER_INVALID;
		if ((cells.startsAt && !content.startsAt) || (cells.endsAt && !content.endsAt)) return TIME_INVALID;
		// As it is in the file: what is kept of it may be another slug.
		const read = linkForm.safeParse({ ...content, customLinkSlug: slug });
		return read.error?.issues[0]?.message ?? null;
	}
}

/** In the words of the form, with the reason where one is known. */
function targetRefusal(text: string): string {
	return [INVALID_TARGET, targetProblem(withScheme(text))].filter(Boolean).join(". ");
}

function addressOf(text: string | undefined, ownOrigins: readonly string[]): URL | null {
	const address = parseWebAddress(withScheme(text ?? ""));
	return address && isPublicTarget(address, { ownOrigins }) ? address : null;
}

/** Whether the link form stores this text as it is. */
function isAccepted(name: TextField, text: string): boolean {
	const { schema } = LINK_FIELDS[name].form;
	return !/\p{Surrogate}/u.test(text) && schema.safeParse(text).data === text;
}

/** Without control characters and runs of spaces, in one line or in paragraphs, cut where it is too long. */
function fitted(text: string, max: number, { hasLines = false } = {}): { text: string; isCut: boolean } {
	const space = (found: string) => {
		const breaks = hasLines ? found.replaceAll("\r\n", "\n").replace(/[^\n\r]/g, "").length : 0;
		return breaks === 0 ? " " : "\n".repeat(Math.min(breaks, 2));
	};
	const line = text
		.replace(/\p{Surrogate}/gu, "\ufffd")
		.replace(/[\p{Cc}\s]+/gu, space)
		.trim();
	if (line.length <= max) return { text: line, isCut: false };
	return { text: `${beginningOf(line, max - 1)}…`, isCut: true };
}

type Cells = { cells: RawRow["cells"]; isCut: (field: Field) => boolean };

/** The slug that the file names, else that of a short address; of a cut one all, which is no slug. */
function slugOf({ cells, isCut }: Cells): string {
	if (cells.linkSlug) return cells.linkSlug.trim();
	const custom = isCut("customUrls") ? undefined : lastPart(listOf(cells.customUrls ?? "")[0]);
	return custom || ((isCut("shortUrl") ? cells.shortUrl : lastPart(cells.shortUrl)) ?? "");
}

/** The parts of a cell that lists texts, as JSON or with separators between them. */
function listOf(text: string): string[] {
	const parts = jsonListOf(text) ?? text.split(/[,;|]/, PARTS_READ + 1);
	return parts.map((part) => part.replace(/\p{Surrogate}/gu, "\ufffd"));
}

function jsonListOf(text: string): string[] | null {
	if (!text.startsWith("[")) return null;
	try {
		const list: unknown = JSON.parse(text);
		return Array.isArray(list) ? list.slice(0, PARTS_READ + 1).filter((part) => typeof part === "string") : null;
	} catch {
		return null;
	}
}

function imageOf(text: string | undefined, ownOrigins: readonly string[]): string | null {
	if (!text) return null;
	const own = ownOrigins.find((origin) => text.startsWith(`${origin}/`));
	const image = parseImageUrl(own === undefined ? text : text.slice(own.length));
	return image !== null && lengthInPage(image) <= LINK_LIMITS.imageUrl ? image : null;
}

type TagsCell = { isCut: boolean; isExact: boolean };

/** Of a cell that is only a beginning, the last tag may be one, too. No tag has a comma, which an export writes. */
function tagsOf(text: string, { isCut, isExact }: TagsCell): { names: string[]; isShort: boolean } {
	const parts = isExact ? text.split(",", PARTS_READ + 1) : listOf(text);
	const isMore = isCut || parts.length > PARTS_READ;
	const asked = (isMore ? parts.slice(0, -1) : parts).map((tag) => tag.trim()).filter(Boolean);
	const read = asked.flatMap((tag) => tagName.safeParse(tag).data ?? []);
	const names = [...new Map(read.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, LIST_LIMITS.tags);
	return { names, isShort: isMore || names.length < asked.length };
}

/** A moment in UTC; a time that does not say its zone could be any of a day. */
function timeOf(text: string | undefined): string | null {
	const time = z.iso.datetime({ offset: true }).safeParse(text?.trim());
	return time.success ? new Date(time.data).toISOString() : null;
}

/** The slug of a short address, of whichever service. */
function lastPart(shortUrl = ""): string {
	return (
		shortUrl
			.trim()
			.replace(/[?#].*$/, "")
			.split("/")
			.filter(Boolean)
			.slice(shortUrl.includes("://") ? 2 : 1)
			.at(-1) ?? ""
	);
}
