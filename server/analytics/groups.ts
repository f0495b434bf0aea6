/**
 * Splits items into consecutive groups, so that one never blocks the process for long.
 * @param weigh an item's weight, in any unit
 * @param max a group's total weight; a heavier item is its own group
 */
export function* groupsOf<Item>(items: Item[], weigh: (item: Item) => number, max: number): Generator<Item[]> {
	let group: Item[] = [];
	let weight = 0;
	for (const item of items) {
		const added = weigh(item);
		if (group.length > 0 && weight + added > max) {
			yield group;
			group = [];
			weight = 0;
		}
		group.push(item);
		weight += added;
	}
	if (group.length > 0) yield group;
}
