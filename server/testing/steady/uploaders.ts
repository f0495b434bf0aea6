import type { z } from "zod";
import { API } from "#shared/api-paths.ts";
import { link } from "#shared/links/link.ts";
import { type Browser, createBrowser } from "../app/browser.ts";
import { linkForm } from "../app/subscriber.ts";
import { asFile, noise } from "../corpora/pictures.ts";
import { exactly, type Figure, told } from "./report.ts";

/** Pixels; noise of this size is some 350 KB, more than nginx keeps in memory. */
const SIZE = { width: 400, height: 300 };

/** What an older release says of a link, too. */
const madeLink = link.pick({ id: true, linkSlug: true, imageUrl: true });
type MadeLink = z.infer<typeof madeLink>;

export type Uploaders = {
	/** Links whose making was answered, in the order of the answers. */
	links: MadeLink[];
	/** Links that were asked for. */
	asked: () => number;
	figures: (ports: number[]) => Promise<Figure[]>;
	stop: () => Promise<void>;
};

type Options = { owner: Browser; port: number; atOnce: number };

/** Someone who goes on making links, each with a picture of its own, and looks at each picture twice as soon as it is there. */
export function startUploaders({ owner, port, atOnce }: Options): Uploaders {
	const person = createBrowser(`http://127.0.0.1:${port}`);
	for (const [name, value] of owner.cookies) person.cookies.set(name, value);
	const links: MadeLink[] = [];
	const failed: string[] = [];
	let asked = 0;
	let slowest = 0;
	let isStopped = false;

	async function makeLink(): Promise<void> {
		asked += 1;
		const image = await asFile(await noise(SIZE).png().toBuffer());
		const [sentAt, at] = [performance.now(), new Date().toISOString().slice(11, 23)];
		const answer = await person.post(API.links.all, linkForm({ image }));
		const ms = Math.round(performance.now() - sentAt);
		slowest = Math.max(slowest, ms);
		if (answer.status !== 201) {
			const text = (await answer.text()).replace(/\s+/g, " ").slice(0, 80);
			return void failed.push(`${answer.status}, sent at ${at}, after ${ms} ms: ${text}`);
		}
		const made = madeLink.parse(await answer.json());
		links.push(made);
		for (let look = 0; look < 2; look++) {
			const { status } = await person.get(made.imageUrl ?? "");
			if (status !== 200) failed.push(`${status} for ${made.imageUrl}`);
		}
	}

	async function keepMaking(): Promise<void> {
		while (!isStopped) await makeLink().catch((error: Error) => failed.push(`${error.message}: ${error.cause}`));
	}

	const making = Promise.all(Array.from({ length: atOnce }, keepMaking));
	return {
		links,
		asked: () => asked,
		async stop() {
			isStopped = true;
			await making;
		},
		/** Asks each process at these ports for every picture. */
		async figures(ports) {
			let missing = 0;
			for (const each of ports)
				for (const { imageUrl } of links) {
					const answer = await fetch(`http://127.0.0.1:${each}${imageUrl}`);
					await answer.arrayBuffer();
					if (answer.status !== 200) missing += 1;
				}
			return [
				told("links made, each with a picture", links.length),
				told("slowest upload, ms", slowest),
				exactly("failed uploads and pictures", failed.length, 0),
				...failed.slice(0, 5).map((each) => told("failed", each)),
				exactly("pictures missing at one of the processes", missing, 0),
			];
		},
	};
}
