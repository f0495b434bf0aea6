import { duringTests } from "./during-tests.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

type Options = NonNullable<Parameters<typeof startTestApp>[0]>;
/** For options that have to be awaited. */
type LateOptions = () => Promise<Options>;

/** The real app (`startTestApp`) for the tests of this file or `describe`; see `duringTests`. */
export function useTestApp(options: Options | LateOptions = {}): TestApp {
	return duringTests("app", async () => startTestApp(typeof options === "function" ? await options() : options));
}
