import type { Locator, Page } from "@playwright/test";

/** Screens to scroll before something counts as missing. */
const MOST_SCREENS = 20;

/** What one does by mouse or finger, counted: each press, tap, text, paste and scroll by up to one screen is an action. */
export class Hand {
	actions = 0;
	readonly #page: Page;
	readonly #isTouch: boolean;

	constructor(page: Page, isTouch: boolean) {
		this.#page = page;
		this.#isTouch = isTouch;
	}

	async press(target: Locator): Promise<void> {
		await this.#scrollTo(target);
		this.actions += 1;
		await (this.#isTouch ? target.tap() : target.click());
	}

	/** Presses a field, and writes over what is in it. */
	async type(field: Locator, text: string): Promise<void> {
		await this.press(field);
		this.actions += 1;
		await field.fill(text);
	}

	/** Opens a list and presses one of its lines. */
	async choose(list: Locator, line: string): Promise<void> {
		await this.#scrollTo(list);
		this.actions += 2;
		await list.selectOption(line);
	}

	async paste(page: Page): Promise<void> {
		this.actions += 1;
		await page.keyboard.press("ControlOrMeta+V");
	}

	/** Scrolls by screens until it is there: rows far away are made only once they come near. */
	async lookFor(row: Locator): Promise<void> {
		for (let screens = 0; (await row.count()) === 0; screens += 1) {
			if (screens === MOST_SCREENS) throw new Error(`${row} is nowhere.`);
			await this.#scroll(1);
			// The list makes its rows a moment after the scroll.
			await row.waitFor({ state: "attached", timeout: 1_000 }).catch(() => undefined);
		}
	}

	async #scrollTo(target: Locator): Promise<void> {
		await target.waitFor();
		const { height = 1 } = this.#page.viewportSize() ?? {};
		const box = await target.boundingBox();
		const below = box ? box.y + box.height - height : 0;
		const above = box ? -box.y : 0;
		if (below > 0) await this.#scroll(Math.ceil(below / height));
		else if (above > 0) await this.#scroll(-Math.ceil(above / height));
	}

	async #scroll(screens: number): Promise<void> {
		this.actions += Math.abs(screens);
		await this.#page.evaluate((n) => window.scrollBy({ top: n * window.innerHeight, behavior: "instant" }), screens);
		await this.#page.waitForLoadState("networkidle");
	}
}
