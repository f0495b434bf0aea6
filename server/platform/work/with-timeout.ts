/**
 * The value of a promise that settles within `milliseconds`, otherwise what `late` returns or throws. The promise
 * itself continues; a later rejection is ignored.
 */
export async function withTimeout<T, L>(milliseconds: number, promise: Promise<T>, late: () => L): Promise<T | L> {
	let timer: NodeJS.Timeout | undefined;
	const timeIsUp = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, milliseconds).unref();
	});
	promise.catch(() => undefined);
	try {
		return await Promise.race([promise, timeIsUp.then(late)]);
	} finally {
		clearTimeout(timer);
	}
}
