/** Items serialized at once: rows may be large, and other requests must not wait. */
const ITEMS_AT_ONCE = 31;

/** Serializes a JSON object in parts, with one page of its arrays in memory. Dates become ISO 8601. */
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
