import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Logger } from "pino";

type Options = { log: Pick<Logger, "warn"> };

/**
 * Answers with a JSON array, streamed page by page. A later error breaks the connection, so that a part never looks
 * complete.
 * @param pages each small enough to serialize without blocking
 */
export async function sendJsonArray<T>(res: Response, pages: AsyncGenerator<T[]>, { log }: Options): Promise<void> {
	const first = await pages.next();
	const second = first.done ? first : await pages.next();
	if (second.done) {
		res.json(first.value ?? []);
		return;
	}
	res.type("json");
	if (res.req.method === "HEAD") {
		await pages.return(undefined);
		res.end();
		return;
	}
	await pipeline(arrayParts([first.value ?? [], second.value], pages), res).catch((error: unknown) => {
		log.warn({ err: error }, "a JSON array was cut off");
	});
}

async function* arrayParts<T>(begun: T[][], rest: AsyncGenerator<T[]>): AsyncGenerator<string> {
	yield "[";
	let separator = "";
	for (const pages of [begun, rest]) {
		for await (const page of pages) {
			if (page.length === 0) continue;
			yield separator + JSON.stringify(page).slice(1, -1);
			separator = ",";
		}
	}
	yield "]";
}
