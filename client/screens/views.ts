import { expect, onTestFinished, vi } from "vitest";
import { browser } from "./network.ts";
import { screen, waitFor } from "./screen.tsx";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Opens a link as a visitor's browser does, or a bot. @returns the status of the answer */
export async function visit(shortUrl: string, userAgent = CHROME): Promise<number> {
	const answer = await browser().get(shortUrl, { headers: { "user-agent": userAgent, "accept-language": "en" } });
	await answer.arrayBuffer();
	return answer.status;
}

/** Waits until the account's views add up to these: they are counted a moment after they are answered. */
export async function untilCounted(human: number, bot: number): Promise<void> {
	await waitFor(async () => {
		const answer = await browser().get("/api/analytics?range=7d&zone=UTC");
		const { totals, days } = (await answer.json()) as { totals: Counts; days: Counts };
		for (const sum of [totals, days]) expect(sum).toMatchObject({ human, bot });
	});
}

type Counts = { human: number; bot: number };

/** Gives what a chart is drawn in a width, which happy-dom does not lay out. */
export function giveChartsWidth(): void {
	class Observer {
		readonly #tell: ResizeObserverCallback;
		constructor(tell: ResizeObserverCallback) {
			this.#tell = tell;
		}
		observe() {
			this.#tell([{ contentRect: { width: 900 } } as ResizeObserverEntry], this);
		}
		unobserve() {}
		disconnect() {}
	}
	vi.stubGlobal("ResizeObserver", Observer);
	onTestFinished(() => void vi.unstubAllGlobals());
}

/** The chart with this name, once it is there. */
export const chart = (name: RegExp) => screen.findByRole("group", { name });

/** Waits until the page says this of the bar that the keys have chosen. */
export const expectReadout = (words: RegExp) => waitFor(() => screen.getByText(words));
