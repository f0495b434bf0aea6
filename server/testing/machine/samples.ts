/** What a registry exposes: the value of each series, such as `visualink_alerts_total{alert="disk"}`. */
export async function samplesOf(registry: { metrics: () => Promise<string> }): Promise<Record<string, number>> {
	const lines = (await registry.metrics()).matchAll(/^([^#\n].*) (\S+)$/gm);
	return Object.fromEntries([...lines].map(([, series, value]) => [series, Number(value)]));
}
