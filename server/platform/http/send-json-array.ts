import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Logger } from "pino";

type Options = { log: Pick<Logger, "warn"> };

/**
 * Answers with a JSON array of the items of all pages. A single page is sent as `res.json` sends it; more are written page
 * by page, as fast as the client reads, without holding more than one of them. An error before the first page is thrown;
 * after that the connection breaks, so that part of an array never looks like all of it.
 * @param pages each small enough to be written without blocking others
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
