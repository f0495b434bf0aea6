/** Whether it is time to say something again, for each kind of news; and a way to say it anew at once. */
export type Rationed = {
	isDue(news: string): boolean;
	/** Whatever was said of it, the next time is due. */
	forget(news: string): void;
};

/** Rations what is said: it may be true of thousands of requests a second. */
export function createRationed({ everyMs }: { everyMs: number }): Rationed {
	const saidAt = new Map<string, number>();
	return {
		isDue(news) {
			const isDue = Date.now() - (saidAt.get(news) ?? 0) >= everyMs;
			if (isDue) saidAt.set(news, Date.now());
			return isDue;
		},
		forget: (news) => void saidAt.delete(news),
	};
}
