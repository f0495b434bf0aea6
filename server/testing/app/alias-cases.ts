import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LinkAliasList } from "#shared/links/aliases.ts";
import type { ImportView } from "#shared/links/imports/imports.ts";
import { link } from "#shared/links/link.ts";
import { API } from "#shared/platform/api-paths.ts";
import { linkForm, type Subscriber, subscriber } from "./subscriber.ts";
import { startTestApp, type TestApp, until } from "./test-app.ts";
import { useTestApp } from "./use-test-app.ts";

/** A person's browser. */
export const CHROME =
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

type Ask = { origin: string; userAgent?: string; method?: string };

/**
 * Steps with their outcome, then where each address leads: to a link, nowhere (`-`) or to the page of a disabled one (`!`).
 * A link is named by its target.
 */
export type AliasCase = [name: string, steps: string, wanted: string];

/** An owner of links, in an app that a second process runs next to. */
export type AliasOwner = { app: TestApp; owner: Subscriber; beside: TestApp };

/** One of these for the tests of a file. */
export function useAliasOwner(): AliasOwner {
	const place = { app: useTestApp() } as AliasOwner;
	beforeAll(async () => {
		place.owner = await subscriber(place.app, "enterprise");
		place.beside = await startTestApp({ beside: place.app });
	});
	afterAll(() => place.beside.close());
	return place;
}

/** Opens the address of a slug of the owner's. */
export function ask(path: string, { userAgent = CHROME, method = "GET", origin }: Ask): Promise<Response> {
	const headers = { "User-Agent": userAgent, "Accept-Language": "en" };
	return fetch(origin + path, { method, redirect: "manual", headers });
}

/** Those of a link, as its owner reads them. */
export async function aliasesOf(owner: Subscriber, id: number) {
	return ((await (await owner.get(API.links.aliases(id))).json()) as LinkAliasList).aliases;
}

/** Tests of slugs that links have had (P320, P321), asked of both processes after each step. */
export function describeAliases(place: AliasOwner, cases: readonly AliasCase[]): void {
	const { app } = place;
	const pathOf = (slug: string) => `/go/${place.owner.user.userSlug}/${slug}`;
	// Slugs of a case begin with its number.
	describe.each(cases.map(([name, steps, wanted], at) => ({ name, steps, wanted, at })))(
		"$name",
		({ steps, wanted, at }) => {
			const ids = new Map<string, number>();
			const slugOf = (word: string) => (word === "-" ? "" : `k${at}${word}`);
			const own = (word: string) => slugOf(word).replace(/^k/, /[A-Z]/.test(word) ? "K" : "k");
			const target = (label: string) => `https://example.com/${label}`;

			it("leads where it should, in every process", async () => {
				const addresses = wanted.split(" ").filter((each) => !each.startsWith("aliases:"));
				for (const step of steps.split("; ")) {
					await take(step.split(" "));
					// What was remembered before a step must not be afterwards.
					for (const { origin } of [app, place.beside])
						for (const each of addresses)
							await ask(pathOf(own(each.slice(0, each.lastIndexOf("=")))), { origin, method: "HEAD" });
				}
				for (const each of addresses) {
					const [word, label] = [each.slice(0, each.lastIndexOf("=")), each.slice(each.lastIndexOf("=") + 1)];
					expect(await outcome(word, app.origin), each).toBe(label);
					await until(async () => (await outcome(word, place.beside.origin)) === label);
				}
				for (const [, label = "", slugs = ""] of wanted.matchAll(/aliases:(\w)=([\w,]*)/g)) {
					const aliases = (await aliasesOf(place.owner, ids.get(label) ?? 0)).map(({ slug }) => slug);
					expect(aliases).toEqual(slugs.split(",").filter(Boolean).map(slugOf));
				}
			});

			async function outcome(word: string, origin: string): Promise<string> {
				const answer = await ask(pathOf(own(word)), { origin, method: "HEAD" });
				if (answer.status === 302) return answer.headers.get("location")?.match(/com\/(\w)/)?.[1] ?? "";
				return { 404: "-", 410: "!" }[answer.status] ?? String(answer.status);
			}

			async function take([verb, label = "", word = "", outcome = ""]: string[]): Promise<void> {
				const id = ids.get(label) ?? 0;
				const form = (slug: string) => linkForm({ customLinkSlug: slug, targetUrl: target(label) });
				const present = async () => {
					const { rows } = await app.deps.pool.query("SELECT link_slug FROM links WHERE id = $1", [id]);
					return String(rows[0]?.link_slug);
				};
				const make = async (answer: Response) => void ids.set(label, link.parse(await answer.json()).id);
				const expectStatus = (answer: Response, fine: number) => {
					expect(answer.status, `${verb} ${label} ${word}`).toBe(Number(outcome) || fine);
					return answer;
				};
				switch (verb) {
					case "make": {
						const answer = expectStatus(await place.owner.post(API.links.all, form(slugOf(word))), 201);
						if (answer.ok) await make(answer);
						else
							expect(await answer.json()).toMatchObject({ code: "slug_taken", fields: [{ field: "customLinkSlug" }] });
						return;
					}
					case "edit": {
						const answer = expectStatus(
							await place.owner.put(API.links.bySlug(await present()), form(slugOf(word))),
							200,
						);
						if (answer.status === 409) expect(await answer.json()).toMatchObject({ code: "slug_taken" });
						return;
					}
					case "keep":
						return void expectStatus(await place.owner.put(API.links.bySlug(await present()), form("")), 200);
					case "release":
						return void expectStatus(await place.owner.delete(API.links.alias(id, slugOf(word))), 204);
					case "delete":
						return void expectStatus(await place.owner.delete(API.links.byId(id)), 204);
					case "restore": {
						const answer = await place.owner.post(API.links.changes, { change: "restore", ids: [id] });
						const refused = [{ id, message: "This custom URL is already taken" }];
						expect(await answer.json()).toEqual(word ? { changed: [], refused } : { changed: [id], refused: [] });
						return;
					}
					case "duplicate": {
						const answer = await place.owner.post(API.links.duplicate(id), {});
						ids.set(word, link.parse(await answer.json()).id);
						return;
					}
					case "taken":
					case "free": {
						const answer = await place.owner.get(API.links.slugAvailability(slugOf(label)));
						expect(await answer.json()).toMatchObject({ available: verb === "free" });
						return;
					}
					case "disable":
					case "enable": {
						const at = verb === "disable" ? new Date() : null;
						await app.deps.pool.query("UPDATE links SET disabled_at = $2 WHERE id = $1", [id, at]);
						await until(
							async () =>
								((await ask(pathOf(await present()), { origin: app.origin, method: "HEAD" })).status === 410) ===
								(at !== null),
						);
						return;
					}
					case "import": {
						const file = new Blob([`slug,target_url,title,description\n${slugOf(label)},${target(word)},Title,Text`]);
						const answer = await fetch(`${app.origin}${API.imports.all}?name=links.csv`, {
							method: "POST",
							headers: {
								"Content-Type": "text/csv",
								Cookie: [...place.owner.cookies].map((pair) => pair.join("=")).join("; "),
							},
							body: file,
						});
						const job = (await answer.json()) as ImportView;
						expect(job.counts).toMatchObject({ [outcome]: 1 });
						if (outcome !== "create") return;
						await place.owner.post(API.imports.start(job.id), {});
						await until(
							async () => ((await (await place.owner.get(API.imports.all)).json()) as ImportView).state === "done",
						);
					}
				}
			}
		},
	);
}
