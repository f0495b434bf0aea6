/** For failures that are silent on the screen (P111): they are told to the console alone. */
export function logFailure(what: string, error: unknown): void {
	// biome-ignore lint/suspicious/noConsole: this is the one place that writes to the console
	console.warn(what, error);
}
