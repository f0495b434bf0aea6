type Edge = { from: string; to: string };

/** Each circle of these edges once, as the nodes along it. */
export function circlesOf(edges: Edge[]): string[][] {
	const next = new Map<string, Set<string>>();
	for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
	const found: string[][] = [];
	const done = new Set<string>();
	const visit = (node: string, trail: string[]) => {
		const since = trail.indexOf(node);
		if (since >= 0) found.push([...trail.slice(since), node]);
		if (since >= 0 || done.has(node)) return;
		for (const each of next.get(node) ?? []) visit(each, [...trail, node]);
		done.add(node);
	};
	for (const node of next.keys()) visit(node, []);
	return found;
}
