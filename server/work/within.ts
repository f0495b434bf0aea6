/**
 * What a promise gives if it comes within so many milliseconds, else what `late` gives or throws. The promise itself
 * goes on; a rejection that comes too late is nobody's.
 */
export async function within<T, L>(milliseconds: number, promise: Promise<T>, late: () => L): Promise<T | L> {
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
