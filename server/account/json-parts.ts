/** Of a page, written at once: rows may be large, and who asks this process for anything else is not to wait for all. */
const ITEMS_AT_ONCE = 31;

/**
 * Writes a JSON object bit by bit: a field whose value comes in pages becomes one array, of which no more than a page
 * is held in memory, and some items as text; so do such fields of the objects in an array. Dates are written as ISO 8601
 * text.
 */
export async function* jsonParts(fields: Record<string, unknown>): AsyncGenerator<string> {
	yield* objectParts(fields);
	yield "\n";
}

async function* objectParts(fields: object): AsyncGenerator<string> {
	let before = "{\n";
	for (const [name, value] of Object.entries(fields)) {
		yield `${before}${JSON.stringify(name)}: `;
		if (isPaged(value)) yield* arrayParts(value);
		else if (Array.isArray(value) && value.some(hasPages)) yield* itemParts(value);
		else yield JSON.stringify(value, null, "\t");
		before = ",\n";
	}
	yield "\n}";
}

async function* itemParts(items: object[]): AsyncGenerator<string> {
	let before = "[\n";
	for (const item of items) {
		yield before;
		yield* objectParts(item);
		before = ",\n";
	}
	yield "\n]";
}

async function* arrayParts(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
	let before = "[\n";
	for await (const page of pages) {
		for (let start = 0; start < page.length; start += ITEMS_AT_ONCE) {
			const some = page.slice(start, start + ITEMS_AT_ONCE);
			yield before + some.map((item) => JSON.stringify(item)).join(",\n");
			before = ",\n";
		}
	}
	yield before === "[\n" ? "[]" : "\n]";
}

function isPaged(value: unknown): value is AsyncIterable<unknown[]> {
	return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function hasPages(item: unknown): boolean {
	return typeof item === "object" && item !== null && Object.values(item).some(isPaged);
}
