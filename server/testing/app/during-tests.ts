import { afterAll, beforeAll } from "vitest";

/**
 * What `start` gives, for as long as the tests of this file or `describe` run: started before the `beforeAll` hooks that
 * are below, closed after the `afterAll` hooks that are below.
 * @throws Error, which calls it `name`, when something of it is read before.
 */
export function duringTests<Thing extends { close: () => Promise<void> }>(
	name: string,
	start: () => Promise<Thing>,
): Thing {
	const held = {} as Thing;
	let isStarted = false;
	beforeAll(async () => {
		Object.assign(held, await start());
		isStarted = true;
	});
	afterAll(() => (isStarted ? held.close() : undefined));
	return new Proxy(held, {
		get(target, key) {
			if (isStarted) return Reflect.get(target, key);
			throw new Error(`The ${name} is not started yet: read ${String(key)} in a test, or in a hook below.`);
		},
	});
}
