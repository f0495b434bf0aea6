/** Asks until the answer is yes; a minute at most, as a loaded machine may need. */
export async function until(isTrue: () => Promise<boolean> | boolean, limitMs = 60_000): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await isTrue())) {
		if (Date.now() > deadline) throw new Error(`Not true within ${limitMs} ms: ${isTrue}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
