/** Lines that hide a difference between pre-rendered HTML and the page: React then keeps the HTML's text. Lines count from 1. */
export function hiddenDifferences(source: string): number[] {
	return source.split("\n").flatMap((text, index) => (text.includes("suppressHydrationWarning") ? [index + 1] : []));
}
