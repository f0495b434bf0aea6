import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { duringTests } from "./during-tests.ts";

const told: string[] = [];

/** Something that runs while tests do, and tells of it. */
async function start(name: string) {
	told.push(`${name} starts`);
	return { name, close: async () => void told.push(`${name} closes`) };
}

function errorOf(act: () => unknown): unknown {
	try {
		return act();
	} catch (error) {
		return error;
	}
}

describe("what runs during tests", () => {
	const first = duringTests("first", () => start("first"));
	const second = duringTests("second", () => start(`second beside ${first.name}`));
	const tooEarly = errorOf(() => first.name);
	beforeAll(() => void told.push(`a hook below ${first.name}`));
	afterAll(() => void told.push(`a hook below ${first.name} ends`));

	it("was started before the hooks below it, in turn", () => {
		expect(told).toEqual(["first starts", "second beside first starts", "a hook below first"]);
		expect({ ...second }).toMatchObject({ name: "second beside first" });
	});

	it("can't be read before it is started, and says so", () => {
		expect(tooEarly).toEqual(new Error("The first is not started yet: read name in a test, or in a hook below."));
	});
});

it("was closed after the hooks below it, the last one first", () => {
	expect(told.slice(3)).toEqual(["a hook below first ends", "second beside first closes", "first closes"]);
});
