import { z } from "zod";
import { isPublicTarget } from "#server/outbound/target-host.ts";
import type { ImportedLink } from "#shared/imports/imports.table.ts";
import type { RowState } from "#shared/imports/imports.ts";
import { INVALID_TARGET, LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { lengthInPage, parseImageUrl } from "#shared/links/image-url.ts";
import { LINK_FIELDS, TEXT_FIELDS, type TextField } from "#shared/links/link-fields.ts";
import { linkForm } from "#shared/links/link-form.ts";
import { LIST_LIMITS, tagName } from "#shared/links/link-list.ts";
import { AFTER_INVALID, TIME_INVALID } from "#shared/links/link-schedule.ts";
import { parseWebAddress } from "#shared/links/target-url.ts";
import { withScheme } from "#shared/links/typed-address.ts";
import { beginningOf } from "#shared/plain-text.ts";
import type { Field, RawRow } from "./csv/read-csv.ts";

export const TITLE_MADE = "Title made from the address";

/** Parts of a cell of tags that are looked at; most of them may be empty or no tags. */
const PARTS_READ = 100;

export type JudgedRow = { line: number; state: RowState; note: string | null; content: ImportedLink };

/**
 * A row as a link, by the rules of the link form; texts that are too long are cut, and missing ones made from the
 * address, which its note says. Whether its hosts are allowed, the slug is free and the month has room is judged
 * elsewhere. What a refused row has is kept, too, as far as it can be stored and shown.
 */
export function judgeRow({ line, cells, cut = [] }: RawRow, { publicOrigin }: { publicOrigin: string }): JudgedRow {
	const notes: string[] = [];
	const isCut = (field: Field) => cut.includes(field);
	// The beginning of an address could be another address.
	const target = isCut("targetUrl") ? null : addressOf(cells.targetUrl, publicOrigin);
	const after = isCut("afterUrl") ? null : addressOf(cells.afterUrl, publicOrigin);
	const named = target ? `${target.hostname}${target.pathname === "/" ? "" : target.pathname}` : "";
	if (!cells.title) notes.push(TITLE_MADE);
	const texts = textsOf({ title: named, description: cells.title ?? named });
	const imageUrl = isCut("imageUrl") ? null : imageOf(cells.imageUrl, publicOrigin);
	if (cells.imageUrl && imageUrl === null) notes.push("Image left out");
	const tags = tagsOf(cells.tags ?? "", { isCut: isCut("tags") });
	if (tags.isShort) notes.push("Some tags left out");
	const slug = cells.linkSlug ?? (isCut("shortUrl") ? cells.shortUrl : lastPart(cells.shortUrl)) ?? "";
	const content: ImportedLink = {
		slug: fitted(slug, 2 * LINK_LIMITS.customLinkSlug).text,
		targetUrl: target?.href ?? fitted(cells.targetUrl ?? "", LINK_LIMITS.targetUrl).text,
		...texts,
		imageUrl,
		tags: tags.names,
		startsAt: timeOf(cells.startsAt),
		endsAt: timeOf(cells.endsAt),
		afterUrl: after?.href ?? null,
		isArchived: /^(?:yes|true|1)$/i.test(cells.archivedAt ?? ""),
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
			const { text, isCut: isShort } = fitted(cells[name] ?? made[name] ?? "", max);
			if (cells[name] && (isShort || isCut(name))) notes.push(`${label} cut to ${max} characters`);
			return made[name] === undefined && text === "" ? [] : [[name, text]];
		});
		return Object.fromEntries(texts) as Pick<ImportedLink, TextField>;
	}

	function problemOf(): string | null {
		if (!target) return INVALID_TARGET;
		if (cells.afterUrl && !after) return AFTER_INVALID;
		if ((cells.startsAt && !content.startsAt) || (cells.endsAt && !content.endsAt)) return TIME_INVALID;
		// As it stands in the file: what is kept of it may be another slug.
		const read = linkForm.safeParse({ ...content, customLinkSlug: slug });
		return read.error?.issues[0]?.message ?? null;
	}
}

function addressOf(text: string | undefined, publicOrigin: string): URL | null {
	const address = parseWebAddress(withScheme(text ?? ""));
	return address && isPublicTarget(address, { publicOrigin }) ? address : null;
}

/** One line without control characters, cut where it is too long. */
function fitted(text: string, max: number): { text: string; isCut: boolean } {
	const line = text
		.replace(/\p{Surrogate}/gu, "\ufffd")
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim();
	if (line.length <= max) return { text: line, isCut: false };
	return { text: `${beginningOf(line, max - 1)}…`, isCut: true };
}

function imageOf(text: string | undefined, publicOrigin: string): string | null {
	if (!text) return null;
	const image = parseImageUrl(text.startsWith(`${publicOrigin}/`) ? text.slice(publicOrigin.length) : text);
	return image !== null && lengthInPage(image) <= LINK_LIMITS.imageUrl ? image : null;
}

/** Of a cell that is only a beginning, the last tag may be one, too. */
function tagsOf(text: string, { isCut }: { isCut: boolean }): { names: string[]; isShort: boolean } {
	const parts = text.split(/[,;|]/, PARTS_READ + 1);
	const isMore = isCut || parts.length > PARTS_READ;
	const asked = (isMore ? parts.slice(0, -1) : parts).map((tag) => tag.trim()).filter(Boolean);
	const read = asked.flatMap((tag) => tagName.safeParse(tag).data ?? []);
	const names = [...new Map(read.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, LIST_LIMITS.tags);
	return { names, isShort: isMore || names.length < asked.length };
}

/** A moment in UTC; a time that does not say its zone could be any of a day. */
function timeOf(text: string | undefined): string | null {
	const time = z.iso.datetime({ offset: true }).safeParse(text);
	return time.success ? new Date(time.data).toISOString() : null;
}

/** The slug of a short address, of whichever service. */
function lastPart(shortUrl = ""): string {
	return (
		shortUrl
			.replace(/[?#].*$/, "")
			.split("/")
			.filter(Boolean)
			.slice(shortUrl.includes("://") ? 2 : 1)
			.at(-1) ?? ""
	);
}
