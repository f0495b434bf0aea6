/** How far causes are followed: they may lead back to where they began. */
const CAUSES_MAX = 8;

/** An error and what caused it, from the outside in: Drizzle wraps what PostgreSQL said. Reading a cause may throw. */
export function causesOf(error: unknown): Error[] {
	const causes: Error[] = [];
	try {
		for (let next = error; next instanceof Error && !causes.includes(next); next = next.cause) {
			if (causes.push(next) === CAUSES_MAX) break;
		}
	} catch {
		// What can be read of it is enough.
	}
	return causes;
}
