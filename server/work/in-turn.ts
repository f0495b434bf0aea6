/** Runs work when all earlier work with the same key has ended, well or badly. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets work with the same key run one at a time, in the order it came, within this process. Many changes by one user
 * would else each hold a database connection while they wait for that user's row, and leave none to anybody else.
 */
export function createInTurn(): InTurn {
	const lastTurns = new Map<string, Promise<unknown>>();

	return (key, work) => {
		const turn = (lastTurns.get(key) ?? Promise.resolve()).then(work);
		const ended = turn
			.catch(() => undefined)
			.then(() => {
				if (lastTurns.get(key) === ended) lastTurns.delete(key);
			});
		lastTurns.set(key, ended);
		return turn;
	};
}
