/**
 * Writes a JSON object bit by bit: a field whose value comes in pages becomes one array, of which no more than a page
 * is held in memory. Dates are written as ISO 8601 text.
 */
export async function* jsonParts(fields: Record<string, unknown>): AsyncGenerator<string> {
	let before = "{\n";
	for (const [name, value] of Object.entries(fields)) {
		yield `${before}${JSON.stringify(name)}: `;
		if (isPaged(value)) yield* arrayParts(value);
		else yield JSON.stringify(value, null, "\t");
		before = ",\n";
	}
	yield "\n}\n";
}

async function* arrayParts(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
	let before = "[\n";
	for await (const page of pages) {
		if (page.length === 0) continue;
		yield before + page.map((item) => JSON.stringify(item)).join(",\n");
		before = ",\n";
	}
	yield before === "[\n" ? "[]" : "\n]";
}

function isPaged(value: unknown): value is AsyncIterable<unknown[]> {
	return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
