import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { IMAGE_MAX_BYTES } from "#shared/links/images/image-file.ts";
import { IMPORT_LIMITS } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type Account, WEB } from "./messages.ts";
import { filledForm, json, multipart, type Shot } from "./shots.ts";

/** What an attack has at hand; its accounts are those of `accounts.ts`, in their order there. */
export type Kit = {
	accounts: Account[];
	/** Paths of public links. */
	paths: string[];
	/** Number of this attack in the run: hosts and names of its own. */
	phase: number;
	signal: AbortSignal;
	/** Sends one and counts its answer; null where none came. */
	send: (shot: Shot) => Promise<string | null>;
	/** Sends one after the other until the attack ends, so many at once, and no more a second than this. */
	flood: (next: (n: number) => Shot, options: { atOnce: number; perSecond?: number }) => Promise<void>;
};

export type Attack = {
	name: string;
	/** What is looked at besides waiting; `costs.ts` measures it. */
	cost?: "stripe calls" | "fetches" | "disk" | "import" | "sources";
	run: (kit: Kit) => Promise<void>;
};

const account = (kit: Kit, n: number): Account => kit.accounts[n % kit.accounts.length] as Account;
const prefill = ({ cookie }: Account, url: string): Shot => ({
	method: "POST",
	path: API.links.prefill,
	cookie,
	...json({ url }),
});
const picture = ({ cookie }: Account, url: string): Shot => ({
	method: "POST",
	path: API.links.picture,
	cookie,
	...json({ url }),
});
const csv = ({ cookie }: Account, body: string | Buffer): Shot => ({
	...{ method: "POST", path: API.imports.all, cookie, type: "text/csv", body },
});

/** The worst of single routes, as accounts with a plan may send it, each within its limits of size. */
export const ATTACKS: Attack[] = [
	{
		name: "CSV: lines of commas",
		run: (kit) => {
			const head = "target_url,title\n";
			const file = Buffer.from(head + ",\n".repeat((IMPORT_LIMITS.bytes - head.length) / 2));
			return kit.flood(() => csv(account(kit, 0), file), { atOnce: 2 });
		},
	},
	{
		name: "CSV: cells of tags",
		run: (kit) => {
			const head = "target_url,tags\n";
			const row = `https://example.com/,"${"t,".repeat(32_000)}"\n`;
			const file = head + row.repeat(Math.floor((IMPORT_LIMITS.bytes - head.length) / row.length));
			return kit.flood(() => csv(account(kit, 0), file), { atOnce: 2 });
		},
	},
	{
		name: "search with 20,000 tags",
		run: (kit) =>
			kit.flood(() => ({ method: "GET", path: API.links.search, cookie: account(kit, 1).cookie }), {
				...{ atOnce: 8, perSecond: 100 },
			}),
	},
	{
		name: "unpaged list of 15,000 links",
		run: (kit) =>
			kit.flood(() => ({ method: "GET", path: API.links.all, cookie: account(kit, 2).cookie }), {
				...{ atOnce: 8, perSecond: 100 },
			}),
	},
	{
		name: "60 lists in parallel",
		run: (kit) =>
			kit.flood(() => ({ method: "GET", path: `${API.links.all}?limit=1000`, cookie: account(kit, 2).cookie }), {
				...{ atOnce: 60, perSecond: 300 },
			}),
	},
	{
		name: "outbound: five accounts",
		cost: "fetches",
		run: (kit) =>
			kit.flood((n) => prefill(account(kit, 3 + (n % 5)), `http://${WEB.host(n)}/drip`), {
				...{ atOnce: 60, perSecond: 40 },
			}),
	},
	{
		name: "outbound: one host",
		cost: "fetches",
		run: (kit) =>
			kit.flood((n) => prefill(account(kit, 8), `http://${WEB.popular(kit.phase)}/article?${n}`), {
				...{ atOnce: 6, perSecond: 20 },
			}),
	},
	{
		name: "outbound: wildcard names, one IP",
		cost: "fetches",
		run: (kit) =>
			kit.flood((n) => picture(account(kit, 9 + (n % 3)), `http://${WEB.wildcard(n)}/large.jpg`), {
				...{ atOnce: 12, perSecond: 40 },
			}),
	},
	{ name: "nine dripping imports", cost: "import", run: drippingImports },
	{
		name: "JPEG with junk behind its end",
		cost: "disk",
		async run(kit) {
			const { cookie, links } = account(kit, 21);
			const image = await sharp({ create: { width: 600, height: 315, channels: 3, background: "#0f6b6b" } })
				.jpeg()
				.toBuffer();
			const slug = links[0]?.slug ?? "";
			const path = API.links.bySlug(slug);
			const forms = await Promise.all(
				Array.from({ length: 8 }, () => {
					const junk = randomBytes(IMAGE_MAX_BYTES - image.length);
					return multipart(
						filledForm({ customLinkSlug: slug, image: new Blob([image, junk], { type: "image/jpeg" }) }),
					);
				}),
			);
			await kit.flood(
				(n) => {
					const sent = forms[n % forms.length] as { type: string; body: Buffer };
					// Another original each time.
					sent.body.writeUInt32LE(n, sent.body.length - 200);
					return { method: "PUT", path, cookie, ...sent };
				},
				{ atOnce: 4, perSecond: 20 },
			);
		},
	},
	{
		name: "subscription details",
		cost: "stripe calls",
		run: (kit) =>
			kit.flood(() => ({ method: "GET", path: API.subscriptions.details, cookie: account(kit, 22).cookie }), {
				...{ atOnce: 16, perSecond: 200 },
			}),
	},
	{
		name: "junk utm_source",
		cost: "sources",
		run: (kit) =>
			kit.flood(
				(n) => ({
					method: "GET",
					path: `${kit.paths[0]}?utm_source=${n % 10 === 0 ? `real-${(n / 10) % 10}` : `junk-${kit.phase}-${n}`}`,
					headers: { "User-Agent": CHROME },
				}),
				{ atOnce: 16, perSecond: 200 },
			),
	},
	{
		name: "page of unclosed tags",
		cost: "fetches",
		run: (kit) =>
			kit.flood((n) => prefill(account(kit, 23 + (n % 6)), `http://${WEB.host(n)}/unclosed`), {
				...{ atOnce: 12, perSecond: 40 },
			}),
	},
];

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Nine accounts bring in links whose pages never end; each row asks until it is given up. */
async function drippingImports(kit: Kit): Promise<void> {
	const accounts = kit.accounts.slice(12, 21);
	const started = await Promise.all(
		accounts.map(async (each, n) => {
			const rows = Array.from({ length: 400 }, (_, row) => `http://${WEB.host(n * 13 + row)}/drip?${row}\n`);
			const checked = await kit.send(csv(each, `target_url\n${rows.join("")}`));
			const { id } = JSON.parse(checked ?? "{}") as { id?: string };
			if (id === undefined) return;
			const { cookie } = each;
			await kit.send({ method: "POST", path: API.imports.start(id), cookie, ...json({ prefill: true }) });
			return { method: "POST", path: API.imports.stop(id), cookie, ...json({}) } as const;
		}),
	);
	await delay(3_600_000, undefined, { signal: kit.signal }).catch(() => {});
	for (const stop of started) if (stop) await kit.send(stop);
}
