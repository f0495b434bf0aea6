import { expect, vi } from "vitest";

let noise: string[] = [];
let expected: RegExp[] = [];

/** Lets the test that runs write such lines to the console: it provokes them. */
export function expectNoise(line: RegExp): void {
	expected.push(line);
}

/** Notes what pages write to the console as errors or warnings. */
export function watchConsole(): void {
	const note = (...said: unknown[]) => void noise.push(said.map(String).join(" "));
	vi.spyOn(console, "error").mockImplementation(note);
	vi.spyOn(console, "warn").mockImplementation(note);
}

/** Fails the test if a page wrote an error or a warning that the test did not expect. */
export function expectQuietConsole(): void {
	const unexpected = noise.filter((line) => !expected.some((pattern) => pattern.test(line)));
	noise = [];
	expected = [];
	expect(unexpected, "errors and warnings in the console").toEqual([]);
}

/** What pages have written so far in this test. */
export function loggedLines(): string {
	return noise.join("\n");
}
