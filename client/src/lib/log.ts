/** For failures not shown on the screen (P111): only in the console. */
export function logFailure(what: string, error: unknown): void {
	// biome-ignore lint/suspicious/noConsole: this is the one place that writes to the console
	console.warn(what, error);
}
