import type { Page } from "@playwright/test";

export type Counted = { buttons: number; links: number; inputs: number; words: number; primary: string[] };

/** What a page's `main` asks of its reader: what can be seen of it, and what is red. */
export async function countElements(page: Page): Promise<Counted> {
	const main = page.locator("main");
	// biome-ignore lint/performance/useDomNodeTextContent: only words that are shown count
	const words = (await main.innerText()).trim().split(/\s+/).length;
	const seen = await main.evaluate((element) => {
		const textsOf = (selector: string) =>
			[...element.querySelectorAll(selector)]
				.filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[inert]"))
				.map(({ textContent }) => textContent.trim());
		return {
			buttons: textsOf("button, [role=button]").length,
			links: textsOf("a[href]").length,
			inputs: textsOf("input:not([type=hidden]), select, textarea, [role=checkbox], [role=switch]").length,
			primary: textsOf("button.bg-accent, a.bg-accent"),
		};
	});
	return { ...seen, words };
}
