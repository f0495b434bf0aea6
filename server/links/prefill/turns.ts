import { createPlaces, type Places } from "#server/work/places.ts";

export type Turns = {
	/**
	 * Waits for the turn of this person.
	 * @returns what ends the turn; null where too many wait already
	 * @throws the signal's reason when it is aborted first
	 */
	take: (userId: string, signal: AbortSignal) => Promise<(() => void) | null>;
};

type Limits = {
	/** How many people may stand in line. */
	people: number;
	/** How much else of a person's may wait until they stand in it again. */
	each: number;
};

/** One turn at a time, first come, first served; each person stands in line once, however much they ask for. */
export function createTurns({ people, each }: Limits): Turns {
	const line = createPlaces({ atOnce: 1, waiting: people });
	/** Of everybody who waits or whose turn it is. */
	const persons = new Map<string, { own: Places; here: number }>();

	function enter(userId: string) {
		const person = persons.get(userId) ?? { own: createPlaces({ atOnce: 1, waiting: each }), here: 0 };
		persons.set(userId, person);
		person.here += 1;
		const held = [
			() => {
				person.here -= 1;
				if (person.here === 0) persons.delete(userId);
			},
		];
		const leave = () => {
			for (const release of held.splice(0).reverse()) release();
		};
		return { own: person.own, held, leave };
	}

	async function take(userId: string, signal: AbortSignal): Promise<(() => void) | null> {
		const { own, held, leave } = enter(userId);
		try {
			for (const places of [own, line]) {
				const release = await places.take(signal);
				if (release === null) {
					leave();
					return null;
				}
				held.push(release);
			}
			return leave;
		} catch (error) {
			leave();
			throw error;
		}
	}

	return { take };
}
