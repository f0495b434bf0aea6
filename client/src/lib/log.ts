/** For failures that are silent on the screen (P111): they are only logged to the console. */
export function logFailure(what: string, error: unknown): void {
	// biome-ignore lint/suspicious/noConsole: this is the one place that writes to the console
	console.warn(what, error);
}
