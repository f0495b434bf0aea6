/** Texts that a translator replaced, with the replacement element. */
const translations = new WeakMap<Text, Element>();

/** Keeps React working when Chrome replaces text nodes by `<font>` (facebook/react#11538). Call before rendering. */
export function surviveTranslation(): void {
	const { appendChild, insertBefore, removeChild } = Node.prototype;
	const nodeValue = inherited(Text.prototype, "nodeValue");
	// The records arrive before other page code runs: a translator uses tasks of its own.
	new MutationObserver(learn).observe(document, { childList: true, subtree: true });

	Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
		const shown = shownIn(this, child);
		if (shown) removeChild.call(this, shown);
		return child;
	};
	Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
		removeTranslation(node);
		return insertBefore.call(this, node, before && shownIn(this, before)) as T;
	};
	Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
		removeTranslation(node);
		return appendChild.call(this, node) as T;
	};
	Object.defineProperty(Text.prototype, "nodeValue", {
		...nodeValue,
		set(this: Text, text: string | null) {
			// Restores the text node, which the translator then treats as new.
			const translation = translationOf(this);
			translations.delete(this);
			translation?.replaceWith(this);
			nodeValue?.set?.call(this, text);
		},
	});
}

/** Whether the browser has translated the page, as Chrome and Edge mark it. */
export function isTranslated(): boolean {
	return (
		document.documentElement.matches(".translated-ltr, .translated-rtl") || document.querySelector("font") !== null
	);
}

/** What a parent shows for React's child: the child, its wrapper, its translation, or nothing. */
function shownIn(parent: Node, child: Node): Node | null {
	let shown: Node | null = translationOf(child) ?? child;
	while (shown && shown.parentNode !== parent) shown = shown.parentNode;
	return shown;
}

function translationOf(node: Node): Element | undefined {
	return node.parentNode === null && node instanceof Text ? translations.get(node) : undefined;
}

function removeTranslation(node: Node): void {
	translationOf(node)?.remove();
}

function learn(records: MutationRecord[]): void {
	for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
		for (const text of removedNodes) {
			const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
			if (text instanceof Text && translation) translations.set(text, translation);
		}
	}
}

/** No screen has such an element itself. */
function isTranslation(node: Node | null): node is Element {
	return node instanceof Element && node.localName === "font";
}

function inherited(prototype: object | null, name: string): PropertyDescriptor | undefined {
	if (prototype === null) return undefined;
	return Object.getOwnPropertyDescriptor(prototype, name) ?? inherited(Object.getPrototypeOf(prototype), name);
}
