/** `Promise.withResolvers`, which Node 20 lacks. */
export function withResolvers() {
	let resolve = () => {};
	let reject = (_error: Error) => {};
	const promise = new Promise<void>((...both) => {
		[resolve, reject] = both;
	});
	return { promise, resolve, reject };
}
