import { cookieOf, createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { API } from "#shared/api-paths.ts";
import { prefill } from "#shared/links/prefill.ts";
import { getRequest, jsonRequest } from "./clients.ts";
import { connect } from "./connection.ts";

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
const origin = new URL(process.argv[2] ?? "");
const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => subscriber(n)));
let hosts = 0;
const { body } = await ask("pages", PEOPLE - 1);
if (prefill.parse(JSON.parse(body)).title !== TITLE) throw new Error("The pages come from elsewhere");
process.on("message", async ({ what, atOnce }: Order) => {
	const answers = await Promise.all(Array.from({ length: atOnce }, (_, n) => ask(what, n % PEOPLE)));
	const wrong = answers.filter(({ status }) => status !== "200");
	if (wrong.length > 0) throw new Error(`${wrong.length} of ${atOnce} failed: ${wrong[0]?.body}`);
	process.send?.("done");
});
process.send?.("ready");

/** Asks on a connection of its own, as lean as one can: what it costs to ask is no work of the service. */
function ask(what: Order["what"], asker: number): Promise<{ status: string; body: string }> {
	const request = requestOf(what, { cookie: people[asker] ?? "" });
	return new Promise((resolve, reject) => {
		const connection = connect({
			port: Number(origin.port),
			onOpen: () => connection.send(request),
			onAnswer(status, bytes, headEnd) {
				resolve({ status, body: bytes.toString("utf8", headEnd) });
				connection.end();
			},
			onClose: (error) => reject(error ?? new Error("There was no answer")),
		});
	});
}

function requestOf(what: Order["what"], headers: Record<string, string>): string {
	if (what === "others") return getRequest(API.links.monthlyUsage, headers);
	hosts += 1;
	return jsonRequest(`POST ${API.links.prefill}`, { url: `http://host${hosts}.sandbox.example/article` }, headers);
}

/** The `Cookie` header of someone with a plan. */
async function subscriber(n: number): Promise<string> {
	const person = createBrowser(origin.href);
	const email = `reader${n}@example.com`;
	await signIn(person, email);
	await giveConsent(person, email);
	await subscribe(person, "starter");
	return cookieOf(person);
}
