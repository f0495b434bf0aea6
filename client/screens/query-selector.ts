// Loaded once for all files of a process, unlike setup.ts.
const { querySelector: original } = Element.prototype;

/** `Element.querySelector` with `:enabled`, which happy-dom lacks. */
export function querySelector(this: Element, selector: string): Element | null {
	return original.call(this, selector.replaceAll(":enabled", ":not(:disabled)"));
}
