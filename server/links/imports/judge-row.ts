import { z } from "zod";
import { targetHostProblem } from "#server/platform/outbound/target-host.ts";
import { readDomainHost } from "#shared/links/domains/domain-host.ts";
import { INVALID_TARGET, LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { isOverHttp, lengthInPage, parseImageUrl } from "#shared/links/image-url.ts";
import type { ImportedLink } from "#shared/links/imports/imports.table.ts";
import type { RowState } from "#shared/links/imports/imports.ts";
import { LINK_FIELDS, TEXT_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import { linkForm } from "#shared/links/link-form.ts";
import { LIST_LIMITS, tagName } from "#shared/links/link-list.ts";
import { AFTER_INVALID, TIME_INVALID } from "#shared/links/link-schedule.ts";
import { targetProblem, tooLong, withReason } from "#shared/links/target-problem.ts";
import { cleanAddress, parseWebAddress, withScheme } from "#shared/links/target-url.ts";
import { cleanSlug, trimBlank } from "#shared/platform/plain-text.ts";
import type { Field, RawRow } from "./csv/read-csv.ts";
import { CELL_LIMIT } from "./csv/row-cells.ts";
import { asStored, fittedText, whatWent } from "./row-texts.ts";

export const TITLE_MADE = "Title made from the address";
export const IMAGE_LEFT_OUT = "Image left out";
const HTTP_IMAGE = `${IMAGE_LEFT_OUT}: its address begins with http:, and pages only show https: images`;

/** A cell of tags may contain many empty or invalid parts, so only this many are read. */
const PARTS_READ = 100;
/** Characters of a host. */
const DOMAIN_MAX = 253;

const WITH_LINES = new Set(TEXT_FIELDS.filter((name) => asStored(name, "a\nb") === "a\nb"));

type Options = {
	ownOrigins: readonly string[];
	/** Origins that serve uploads; by default the same. */
	imageOrigins?: readonly string[] | undefined;
	/** Whether this is our own export, so that valid values are stored unchanged (P400). */
	isExact?: boolean;
};
export type ValidatedRow = { line: number; state: RowState; note: string | null; content: ImportedLink };

/** By the link form's rules; texts are cut or derived from the URL. Hosts, slugs and quota are checked elsewhere. */
export function judgeRow(
	{ line, cells, cut = [], problem: unread }: RawRow,
	{ ownOrigins, imageOrigins = ownOrigins, isExact = false }: Options,
): ValidatedRow {
	const notes: string[] = [];
	const isCut = (field: Field) => cut.includes(field);
	const { address: target, problem: whyNoTarget } = addressAt("targetUrl");
	const { address: after, problem: whyNotAfter } = addressAt("afterUrl");
	const named = target ? `${target.hostname}${target.pathname === "/" ? "" : target.pathname}` : "";
	if (!cells.title) notes.push(TITLE_MADE);
	const texts = textsOf({ title: named, description: cells.title ?? named });
	const imageUrl = isCut("imageUrl") ? null : imageOf(cells.imageUrl, imageOrigins);
	if (cells.imageUrl && imageUrl === null) notes.push(isOverHttp(cells.imageUrl) ? HTTP_IMAGE : IMAGE_LEFT_OUT);
	const tags = tagsOf(cells.tags ?? "", { isCut: isCut("tags"), isExact });
	if (tags.isShort) notes.push("Some tags left out");
	const slug = slugOf({ cells, isCut });
	const content: ImportedLink = {
		slug: fittedText(slug, 2 * LINK_LIMITS.customLinkSlug).text,
		targetUrl: target?.href ?? fittedText(cells.targetUrl ?? "", LINK_LIMITS.targetUrl).text,
		...texts,
		imageUrl,
		tags: tags.names,
		...(cells.domain && { domain: domainOf(cells.domain, ownOrigins) }),
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
	const problem = unread ?? problemOf();
	return { line, state: problem ? "refused" : "create", note: problem ?? (notes.join(". ") || null), content };

	function addressAt(field: "targetUrl" | "afterUrl"): Address {
		// A truncated URL could be a different one.
		return isCut(field)
			? { address: null, problem: tooLong(`more than ${CELL_LIMIT.toLocaleString("en-US")}`) }
			: addressOf(cells[field], ownOrigins);
	}

	/** Cleaned and truncated texts, as a note says; an empty cell has the value of `made`, or is omitted. */
	function textsOf(made: Partial<Record<TextField, string>>): Pick<ImportedLink, TextField> {
		const texts = TEXT_FIELDS.flatMap((name) => {
			const { label, max } = LINK_FIELDS[name].text;
			const given = cells[name];
			const exact = given && isExact ? asStored(name, given) : null;
			const hasLines = WITH_LINES.has(name);
			const { text, isCut: isShort } =
				exact === null ? fittedText(given ?? made[name] ?? "", max, { hasLines }) : { text: exact, isCut: false };
			if (given && (isShort || isCut(name))) notes.push(`${label} cut to ${max} characters`);
			else if (given && text !== given) notes.push(`${whatWent(given, text)} removed from the ${label.toLowerCase()}`);
			return made[name] === undefined && text === "" ? [] : [[name, text]];
		});
		return Object.fromEntries(texts) as Pick<ImportedLink, TextField>;
	}

	function problemOf(): string | null {
		if (!target) return withReason(INVALID_TARGET, whyNoTarget);
		if (cells.afterUrl && !after) return withReason(AFTER_INVALID, whyNotAfter);
		if ((cells.startsAt && !content.startsAt) || (cells.endsAt && !content.endsAt)) return TIME_INVALID;
		// The file's slug is validated, because its cleaned form may be a different slug.
		const read = linkForm.safeParse({ ...content, customLinkSlug: slug });
		return read.error?.issues[0]?.message ?? null;
	}
}

type Address = { address: URL; problem: null } | { address: null; problem: string };

/** A URL validated as by form and server (P53, P458), or its `problem`. */
function addressOf(text: string | undefined, ownOrigins: readonly string[]): Address {
	const typed = withScheme(text ?? "");
	const address = parseWebAddress(cleanAddress(typed));
	const problem = targetProblem(typed) ?? (address ? targetHostProblem(address, { ownOrigins }) : "");
	return address && problem === null ? { address, problem } : { address: null, problem: problem ?? "" };
}

type Cells = { cells: RawRow["cells"]; isCut: (field: Field) => boolean };

/** The file's slug, else the short URL's; a truncated one is kept whole, so that it is invalid. */
function slugOf({ cells, isCut }: Cells): string {
	if (cells.linkSlug) return cleanSlug(cells.linkSlug);
	const custom = isCut("customUrls") ? undefined : lastPart(listOf(cells.customUrls ?? "")[0]);
	return custom || ((isCut("shortUrl") ? cells.shortUrl : lastPart(cells.shortUrl)) ?? "");
}

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

/** A host; null for ours. Whether it is one of the account's is checked elsewhere. */
function domainOf(text: string, ownOrigins: readonly string[]): string | null {
	const host = readDomainHost(text).host ?? fittedText(text.toLowerCase(), DOMAIN_MAX).text;
	return ownOrigins.some((origin) => new URL(origin).hostname === host) ? null : host;
}

function imageOf(text: string | undefined, imageOrigins: readonly string[]): string | null {
	if (!text) return null;
	const image = parseImageUrl(trimBlank(text), imageOrigins);
	return image !== null && lengthInPage(image) <= LINK_LIMITS.imageUrl ? image : null;
}

type TagsCell = { isCut: boolean; isExact: boolean };

/** A truncated cell's last tag may be incomplete. Tags contain no commas, which our export uses as separators. */
function tagsOf(text: string, { isCut, isExact }: TagsCell): { names: string[]; isShort: boolean } {
	const parts = isExact ? text.split(",", PARTS_READ + 1) : listOf(text);
	const isMore = isCut || parts.length > PARTS_READ;
	const asked = (isMore ? parts.slice(0, -1) : parts).map(trimBlank).filter(Boolean);
	const read = asked.flatMap((tag) => tagName.safeParse(tag).data ?? []);
	const names = [...new Map(read.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, LIST_LIMITS.tags);
	return { names, isShort: isMore || names.length < asked.length };
}

/** A time without a time zone is ambiguous, so it is refused. */
function timeOf(text: string | undefined): string | null {
	const time = z.iso.datetime({ offset: true }).safeParse(trimBlank(text ?? ""));
	return time.success ? new Date(time.data).toISOString() : null;
}

function lastPart(shortUrl = ""): string {
	return (
		trimBlank(shortUrl)
			.replace(/[?#].*$/, "")
			.split("/")
			.filter(Boolean)
			.slice(shortUrl.includes("://") ? 2 : 1)
			.at(-1) ?? ""
	);
}
