import { createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { API } from "#shared/api-paths.ts";
import { prefill } from "#shared/links/prefill.ts";

/** What they are told to ask for, and how many times at once. */
export type Order = { what: "pages" | "others"; atOnce: number };

/** Each may ask for 20 pages a minute. */
const PEOPLE = 20;
/** Of the pages that come from the process of their own; the sandbox's have another. */
const TITLE = "Eleven quiet beaches";

/**
 * People with a plan at the service of this origin, for `npm run prefills`, in a process of their own: the time that it
 * takes to ask is no visitor's waiting. They take orders by message and answer "done"; an answer that is no 200 ends them.
 */
const origin = process.argv[2] ?? "";
const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => subscriber(n)));
let hosts = 0;
const first = await ask("pages", PEOPLE - 1);
if (prefill.parse(await first?.json()).title !== TITLE) throw new Error("The pages come from elsewhere");
process.on("message", async ({ what, atOnce }: Order) => {
	const answers = await Promise.all(Array.from({ length: atOnce }, (_, n) => ask(what, n % PEOPLE)));
	const wrong = answers.filter((answer) => answer?.status !== 200);
	if (wrong.length > 0) throw new Error(`${wrong.length} of ${atOnce} failed: ${await wrong[0]?.text()}`);
	process.send?.("done");
});
process.send?.("ready");

async function ask(what: Order["what"], asker: number): Promise<Response | undefined> {
	if (what === "others") return people[asker]?.get(API.links.monthlyUsage);
	hosts += 1;
	return people[asker]?.post(API.links.prefill, { url: `http://host${hosts}.sandbox.example/article` });
}

async function subscriber(n: number) {
	const person = createBrowser(origin);
	const email = `reader${n}@example.com`;
	await signIn(person, email);
	await giveConsent(person, email);
	await subscribe(person, "starter");
	return person;
}
