import type { SelfTest } from "#shared/links/cards/self-test.ts";

/** What a test found, but for what it tells of a busy machine: that it is slow. */
export function alarmsOf({ results }: Pick<SelfTest, "results">): string[] {
	const texts = results.flatMap(({ findings }) => findings.map(({ text }) => text));
	return texts.filter((text) => !text.includes(" waits more than three seconds for "));
}
