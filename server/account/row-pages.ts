/** Pages of rows, one query each. @param read the first `limit` rows after the previous page's last */
export async function* rowPages<T>(
	read: (last: T | undefined, limit: number) => Promise<T[]>,
	limit: number,
): AsyncGenerator<T[]> {
	let last: T | undefined;
	do {
		const page = await read(last, limit);
		yield page;
		last = page.length < limit ? undefined : page.at(-1);
	} while (last !== undefined);
}
