import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModeratedCard } from "#server/moderation/guard/judge.ts";

/** A card of a file: title, description, slug, target and, in one file, the brand that it names, with `|` between them. */
export function cardsOf(file: string): (ModeratedCard & { brand: string })[] {
	return linesOf(file).map((line) => {
		const [title = "", description = "", slug = "", targetUrl = "", brand = ""] = line.split(/ ?\| ?/);
		return { title, description, slug, targetUrl, brand: brand.trim() };
	});
}

/** Real names with the address of a real page. */
export function realPages(): ModeratedCard[] {
	return linesOf("honest-real.txt").map((line) => {
		const [title = "", targetUrl = ""] = line.split(" | ");
		return { title, description: "", slug: "", targetUrl };
	});
}

function linesOf(file: string): string[] {
	const text = readFileSync(join(import.meta.dirname, file), "utf8");
	return text
		.trim()
		.split("\n")
		.filter((line) => !line.startsWith("#"));
}
