import { Registry } from "prom-client";

/** The metrics of one part of the service. A part that can't be read is missing from `/metrics`, and only that one. */
export class PartRegistry extends Registry {
	readonly part: string;
	readonly #ask: (() => unknown) | undefined;

	/**
	 * @param part its name in `visualink_scrape_part_up`
	 * @param ask sets gauges that one question answers; called once a scrape, before they are read
	 */
	constructor(part: string, ask?: () => unknown) {
		super();
		this.part = part;
		this.#ask = ask;
	}

	override async metrics(): Promise<string> {
		// Without a question at once: else pools would be read when other parts' questions wait for a connection.
		if (this.#ask) await this.#ask();
		return super.metrics();
	}
}
