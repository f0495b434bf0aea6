import { setTimeout as delay } from "node:timers/promises";

/** One answer, or what came instead of one. */
type Answer = { step: string; request: string; status: number | string; ms: number; retryAfter: string | null };

const MOST_TRIES = 4;

/**
 * A `fetch` that notes every answer and, as clients should, repeats what was answered 503 with `Retry-After`.
 * @returns `begin` names what the next requests are for
 */
export function createPatientFetch(print: (line: string) => void) {
	const answers: Answer[] = [];
	let step = "";

	async function once(url: string, init: RequestInit | undefined): Promise<Response> {
		const begunAt = performance.now();
		const request = `${init?.method ?? "GET"} ${new URL(url).pathname.slice(0, 60)}`;
		const note = (status: number | string, retryAfter: string | null) => {
			const answer = { step, request, status, ms: Math.round(performance.now() - begunAt), retryAfter };
			answers.push(answer);
			print(`${String(status).padEnd(4)} ${String(answer.ms).padStart(6)} ms  ${step}: ${request}`);
		};
		try {
			const response = await fetch(url, init);
			// The whole answer counts, as nobody sees a part of it.
			const body = await response.clone().arrayBuffer();
			note(response.status, response.headers.get("retry-after"));
			if (response.status >= 400) print(`       ${Buffer.from(body).toString().slice(0, 200)}`);
			return response;
		} catch (error) {
			note(String(error), null);
			throw error;
		}
	}

	const patient: typeof fetch = async (input, init) => {
		for (let tries = 1; ; tries += 1) {
			const response = await once(String(input), init);
			const seconds = Number(response.headers.get("retry-after"));
			if (response.status !== 503 || !seconds || tries === MOST_TRIES) return response;
			await delay(seconds * 1_000);
		}
	};

	return {
		fetch: patient,
		begin(name: string): void {
			step = name;
		},
		answers,
		/** Answers that blame the person for the machine, or leave them without advice. */
		wrong: () =>
			answers.filter(({ status, retryAfter }) => !(Number(status) < 400 || (status === 503 && retryAfter !== null))),
	};
}
