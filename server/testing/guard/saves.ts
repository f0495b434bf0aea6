import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { openDb } from "#server/db/connect.ts";
import { createGuardService } from "#server/guard/guard.service.ts";
import { API } from "#shared/api-paths.ts";
import { CARD_TARGETS } from "#shared/cards/card-targets.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import { type Browser, createBrowser } from "../app/browser.ts";
import { consentByHand, planByHand } from "../app/by-hand.ts";
import { linkForm } from "../app/subscriber.ts";
import { until } from "../app/until.ts";
import { createLatencies } from "../load/latencies.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

/**
 * `npm run guard:saves`: what the guard costs a save. Two built services on one database, of which one has a list of a million
 * hosts, save links over HTTP by turns: a plain link, a flagged one, and the largest that there is, whose every text is judged.
 * Prints p50 and p95 of each in milliseconds. Every save is judged, so what that takes is measured by itself, in this process.
 * Ends with code 1 where judging and what the list adds to a save are more than 20 ms at p95.
 */
const HOSTS = 1_000_000;
const SAVES = 400;
const WARM_UP = 60;
const MOST_MS = 20;
const TOKEN = "a-token-of-some-length";
const EMAIL = "saves@example.com";

const words = (length: number) => "your account parcel prize Apple log in ".repeat(10).slice(0, length).trim();
const texts = { title: words(LINK_LIMITS.title), description: words(LINK_LIMITS.description) };
const card = JSON.stringify(texts);
/** It leads to a site of the brand that it names, so that it is not blocked. */
const targetUrl = `https://a.b.c.d.e.f.g.apple.com/${"x".repeat(1_900)}`;
const KINDS = {
	plain: {},
	flagged: { title: "PayPal", description: "Please verify your account", targetUrl: "https://shop.example/" },
	largest: {
		...{ ...texts, targetUrl, endsAt: "2099-01-01T00:00:00.000Z", afterUrl: `${targetUrl.slice(0, -1)}y` },
		...Object.fromEntries(CARD_TARGETS.map((target) => [`cards.${target}`, card])),
	},
};
type Kind = keyof typeof KINDS;

const rig = await prepareDatabase({ links: 0, views: 0 });
const guard = createGuardService({ db: openDb(rig.pool), now: () => new Date() });
const list = path.join(rig.dataDir, "hosts.txt");
await writeHosts();
const withList = { GUARD_LISTS: `hosts=${list}`, METRICS_TOKEN: TOKEN, DATA_DIR: path.join(rig.dataDir, "with-list") };
const services = [await startOnRig(rig), await startOnRig(rig, withList)] as const;

try {
	const [without, beside] = services;
	await until(async () => (await entriesOf(beside.origin)) === HOSTS);
	const first = await signIn(without.origin);
	await consentByHand(rig.pool, EMAIL);
	await planByHand(rig.pool, EMAIL);
	const browsers = { without: first, with: await signIn(beside.origin) };
	const times = new Map<string, ReturnType<typeof createLatencies>>();
	for (let n = 0; n < WARM_UP + SAVES; n += 1) {
		if (n === WARM_UP) times.clear();
		for (const kind of Object.keys(KINDS) as Kind[]) {
			for (const side of n % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const)) {
				const name = `${kind} ${side}`;
				const latencies = times.get(name) ?? createLatencies();
				times.set(name, latencies);
				latencies.add(await save(browsers[side], kind));
			}
		}
	}
	const at = (name: string, share: number) => times.get(name)?.percentile(share) ?? Number.NaN;
	say(`${SAVES} saves of each; milliseconds over HTTP\n              no list       ${HOSTS} hosts`);
	say("               p50    p95    p50    p95   ratio of p95");
	for (const kind of Object.keys(KINDS)) {
		const cells = [`${kind} without`, `${kind} with`].flatMap((name) => [at(name, 0.5), at(name, 0.95)]);
		const ratio = ((cells[3] ?? 0) / (cells[1] ?? 0)).toFixed(2);
		say(`${kind.padEnd(12)}${cells.map((cell) => cell.toFixed(1).padStart(7)).join("")}${ratio.padStart(9)}`);
	}
	for (const kind of Object.keys(KINDS) as Kind[]) {
		const judging = await judgingOf(kind);
		const lists = Math.max(0, at(`${kind} with`, 0.95) - at(`${kind} without`, 0.95));
		const isOver = !(judging + lists <= MOST_MS);
		say(
			`${kind}: judging ${judging.toFixed(1)} ms at p95, the list ${lists.toFixed(1)} ms more, limit ${MOST_MS}: ${isOver ? "OVER" : "ok"}`,
		);
		if (isOver) process.exitCode = 1;
	}
} finally {
	for (const service of services) await service.stop("SIGKILL");
	await rig.stop();
}

/** p95 in milliseconds of judging what a save of this kind holds. */
async function judgingOf(kind: Kind): Promise<number> {
	const cards = kind === "largest" ? CARD_TARGETS.map(() => ({ ...texts, buttonLabel: null })) : [];
	// Not the brand's own site: what a text asks for is then looked for, too.
	const sent = { title: "A title", description: "A description", targetUrl, ...KINDS[kind] };
	const content = { ...sent, targetUrl: sent.targetUrl.replace("apple.com", "shop.example"), linkSlug: "offer", cards };
	const latencies = createLatencies();
	for (let n = 0; n < WARM_UP + SAVES; n += 1) {
		const from = performance.now();
		await guard.judge(content);
		if (n >= WARM_UP) latencies.add(performance.now() - from);
	}
	return latencies.percentile(0.95);
}

async function signIn(origin: string): Promise<Browser> {
	const browser = createBrowser(origin);
	await browser.follow(await browser.get(`${API.auth.google}?login_hint=${EMAIL}`));
	return browser;
}

async function save(browser: Browser, kind: Kind): Promise<number> {
	const form = linkForm(KINDS[kind]);
	const from = performance.now();
	const answer = await browser.post(API.links.all, form);
	const body = (await answer.json()) as { flag?: object };
	const took = performance.now() - from;
	const isRight = answer.status === 201 && (kind === "largest" || (body.flag !== undefined) === (kind === "flagged"));
	if (!isRight) throw new Error(`${kind}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`);
	return took;
}

async function entriesOf(origin: string): Promise<number> {
	const headers = { authorization: `Bearer ${TOKEN}` };
	const text = await (await fetch(`${origin}/metrics`, { headers })).text();
	return Number(/^visualink_guard_list_entries (\S+)$/m.exec(text)?.[1]);
}

async function writeHosts(): Promise<void> {
	const file = createWriteStream(list);
	for (let n = 0; n < HOSTS; n += 1) if (!file.write(`host-${n}.example\n`)) await once(file, "drain");
	file.end();
	await once(file, "finish");
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
