/**
 * Items in groups, in order, so that work on one group never blocks the process for long.
 * @param weigh of one item, in any unit
 * @param max what the items of a group weigh together at most; a heavier item is a group of its own
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
