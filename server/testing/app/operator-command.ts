import { admin } from "#server/moderation/admin/admin.ts";
import type { TestApp } from "./test-app.ts";

/** Runs `npm run operator` with these words in this process. @returns the lines that it said */
export async function operatorCommand(app: TestApp, ...args: string[]): Promise<string[]> {
	const said: string[] = [];
	const lines = await admin(
		args,
		(use) => use({ ...app.deps, sessionSecret: async () => app.deps.sessionSecret }),
		(line) => void said.push(line),
	);
	return [...said, ...lines];
}
