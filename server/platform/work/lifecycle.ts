export type Lifecycle = {
	/** Begins the work between requests; to be called once the server listens. */
	start: () => Promise<void>;
	/** Ends the work between requests; the server must have stopped taking any. */
	stop: () => Promise<void>;
};

/** Work between requests. */
export type Work = { start: () => unknown; stop: () => unknown };

/**
 * Many parts' work between requests as one: begun in their order, ended at once.
 * @param close what is closed when all have ended
 */
export function createLifecycle(parts: Work[], close: () => Promise<void>): Lifecycle {
	return {
		async start() {
			for (const part of parts) await part.start();
		},
		async stop() {
			await Promise.all(parts.map((part) => part.stop()));
			await close();
		},
	};
}
