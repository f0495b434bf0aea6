/** Asks again and again, for ten seconds at most, until the answer is yes. */
export async function until(isTrue: () => Promise<boolean> | boolean, limitMs = 10_000): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await isTrue())) {
		if (Date.now() > deadline) throw new Error(`Not true within ${limitMs} ms: ${isTrue}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
