import { createHash } from "node:crypto";
import { and, eq, gt, isNotNull, lte } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { idempotencyKeys } from "#shared/links/idempotency-keys.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { Submission } from "./links.service.ts";

export type IdempotencyKey = { key: string; contentHash: string };
/** Joins the transaction that creates links: with the owner's row locked before anything is written, and after all is. */
export type Joined = {
	begin(tx: Tx): Promise<void>;
	/** @param made the ids of the new links, or why there is none, in the order asked for */
	end(tx: Tx, made: readonly (number | AppError)[]): Promise<void>;
};
/** What has headers, such as a request. */
export type Headed = { get: (header: string) => string | undefined };
type Asked = { userId: string; key: string; at: Date };

const KEY = /^"?([\x21\x23-\x7e]{1,255})"?$/;

/**
 * A request's `Idempotency-Key`, quoted as the draft requires or bare; null without one.
 * @throws AppError "invalid" for a malformed key
 */
export function idempotencyKeyOf(req: Headed): string | null {
	const sent = req.get("Idempotency-Key");
	if (sent === undefined) return null;
	const [, key] = KEY.exec(sent.trim()) ?? [];
	if (key !== undefined) return key;
	throw new AppError("invalid", "Idempotency-Key must have 1 to 255 visible ASCII characters");
}

export function contentHashOf({ planId: _, upload, cards = new Map(), ...asked }: Submission): string {
	const hash = createHash("sha256").update(JSON.stringify(asked));
	const files = [...cards].flatMap(([target, edit]) => [[JSON.stringify([target, edit?.form]), edit?.upload] as const]);
	for (const [words, bytes] of [["", upload] as const, ...files]) {
		hash.update(`\n${words} ${bytes?.length ?? "none"}\n`);
		if (bytes) hash.update(bytes);
	}
	return hash.digest("base64url");
}

/** The link created with this key within 24 hours, unless deleted. */
export async function madeWithKey(
	db: Pick<Db, "select">,
	{ userId, key, at }: Asked,
): Promise<{ link: Link; contentHash: string } | null> {
	const [found] = await db
		.select({ link: links, contentHash: idempotencyKeys.contentHash })
		.from(idempotencyKeys)
		.innerJoin(links, eq(links.id, idempotencyKeys.linkId))
		.where(and(isCurrent({ userId, key, at }), eq(links.deleted, false)));
	return found ?? null;
}

/** The answer of the public API to a request with this key within 24 hours. */
export async function answeredWithKey(db: Pick<Db, "select">, asked: Asked) {
	const { answer, contentHash } = idempotencyKeys;
	const isAnswer = and(isCurrent(asked), isNotNull(answer));
	const [found] = await db.select({ answer, contentHash }).from(idempotencyKeys).where(isAnswer);
	return found ?? null;
}

type Result = { linkId: number | null; answer?: string; contentHash: string };

/** Stores the key in the transaction that creates the links, and deletes the owner's expired ones. */
export async function keepKey(tx: Tx, { userId, key, at }: Asked, result: Result): Promise<void> {
	await tx
		.delete(idempotencyKeys)
		.where(and(eq(idempotencyKeys.userId, userId), lte(idempotencyKeys.createdAt, dayBefore(at))));
	const row = { ...result, createdAt: at };
	await tx
		.insert(idempotencyKeys)
		.values({ userId, key, ...row })
		.onConflictDoUpdate({ target: [idempotencyKeys.userId, idempotencyKeys.key], set: row });
}

function isCurrent({ userId, key, at }: Asked) {
	const { createdAt } = idempotencyKeys;
	return and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key), gt(createdAt, dayBefore(at)));
}

function dayBefore(at: Date): Date {
	return new Date(at.getTime() - DAY_MS);
}
