import { expect, onTestFinished, test, vi } from "vitest";
import { dateAt, isZone } from "./clock.ts";

test("however many spellings of a zone were asked for, the format of another one is made once", () => {
	const letters = [..."indianapolis"];
	const spelt = (n: number) => letters.map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join("");
	const spellings = Array.from({ length: 600 }, (_, n) => `America/${spelt(n)}`);
	expect(spellings.filter(isZone)).toHaveLength(600);
	const { DateTimeFormat } = Intl;
	let made = 0;
	class Counted extends DateTimeFormat {
		constructor(...options: ConstructorParameters<typeof DateTimeFormat>) {
			super(...options);
			made += 1;
		}
	}
	vi.stubGlobal("Intl", Object.assign(Object.create(Intl), { DateTimeFormat: Counted }));
	onTestFinished(() => void vi.unstubAllGlobals());
	const noon = Date.parse("2026-11-22T12:00:00Z");
	for (let looks = 0; looks < 3; looks++) expect(dateAt(noon, "Pacific/Kiritimati")).toBe("2026-11-23");
	expect(made).toBe(1);
});
