import { AppError } from "#server/http/app-error.ts";
import type { ImportedLink, importRows } from "#shared/imports/imports.table.ts";
import { LINK_LIMITS } from "#shared/links/link-form.ts";
import type { CopiedPicture, Prefill } from "#shared/links/prefill.ts";

type Asked = { url: URL; userId: string; signal: AbortSignal };
export type PageReader = { read(asked: Asked): Promise<Prefill>; copyPicture(asked: Asked): Promise<CopiedPicture> };

type Row = typeof importRows.$inferSelect;
type Card = Partial<Pick<ImportedLink, "title" | "description" | "imageUrl">>;
export type CardReader = (rows: Row[], userId: string, signal: AbortSignal) => Promise<Map<number, Card>>;

/** Pages read at the same time; the limits for each host and person stand in the door outside. */
const AT_ONCE = 3;

/** What the pages behind rows say of themselves, for the texts and pictures that a file did not have. */
export function createCardReader(prefill: PageReader): CardReader {
	/** A page that says nothing leaves the row as it is. @throws AppError "too_many": to be tried again later */
	async function read({ content }: Row, asked: Omit<Asked, "url">): Promise<Card> {
		const lacks = new Set(content.lacks);
		if (lacks.size === 0) return {};
		const page = await orNothing(prefill.read({ ...asked, url: new URL(content.targetUrl) }));
		if (!page || page.blocked) return {};
		const [picture] = page.pictures;
		const copy =
			lacks.has("imageUrl") && picture
				? await orNothing(prefill.copyPicture({ ...asked, url: new URL(picture) }))
				: null;
		return {
			...(lacks.has("title") && page.title && { title: page.title.slice(0, LINK_LIMITS.title) }),
			...(lacks.has("description") &&
				page.description && { description: page.description.slice(0, LINK_LIMITS.description) }),
			...(copy && { imageUrl: copy.imageUrl }),
		};
	}

	return async (rows, userId, signal) => {
		const cards = new Map<number, Card>();
		const left = [...rows];
		const worker = async () => {
			for (let row = left.shift(); row && !signal.aborted; row = left.shift()) {
				cards.set(row.line, await read(row, { userId, signal }));
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, worker));
		return cards;
	};
}

async function orNothing<T>(work: Promise<T>): Promise<T | null> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof AppError && error.kind === "too_many") throw error;
		return null;
	}
}
