import { spawn } from "node:child_process";
import { once } from "node:events";
import { productFile, productFlags } from "./product.ts";

type Options = {
	/** All of its environment. */
	env: NodeJS.ProcessEnv;
	/** A file that it writes to instead of answering here. */
	stdout?: number | undefined;
};

/**
 * A command as an operator's script runs it: a process of its own, at whose input nobody sits.
 * @param command path from `server/` without its ending, such as `admin/admin`
 */
export async function runCommand(command: string, args: string[], { env, stdout }: Options) {
	const child = spawn(process.execPath, [...productFlags(), productFile(`server/${command}.command.ts`), ...args], {
		env,
		stdio: ["ignore", stdout ?? "pipe", "pipe"],
	});
	const output = { stdout: "", stderr: "" };
	child.stdout?.on("data", (chunk: Buffer) => (output.stdout += chunk));
	child.stderr?.on("data", (chunk: Buffer) => (output.stderr += chunk));
	const [code] = await once(child, "close");
	return { code: code as number | null, ...output };
}

/** The environment of this process with these variables: a command needs PATH and HOME. */
export function ownEnvironment(variables: Record<string, string>): NodeJS.ProcessEnv {
	// biome-ignore lint/style/noProcessEnv: a child process needs PATH and HOME
	return { ...process.env, ...variables };
}
