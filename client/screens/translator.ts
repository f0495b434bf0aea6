/**
 * Does to a page what Chrome's translation does to it, from now on: each text node is replaced by two elements with the
 * translation. The words stay the same, so that tests find them. It also runs within a page of Playwright's, so it uses
 * nothing of this file.
 * @param place what is translated; null, as before the page is parsed: the page
 * @returns ends it
 */
export function translatePage(place: Element | null = document.body): () => void {
	const observer = new MutationObserver(() => translateAll());
	const untranslated = "font, script, style, textarea, title, svg, [translate=no]";

	function translate(text: Text): void {
		if (!text.parentElement || text.parentElement.closest(untranslated) || text.data.trim() === "") return;
		const [outer, inner] = [document.createElement("font"), document.createElement("font")];
		for (const each of [outer, inner]) each.style.verticalAlign = "inherit";
		inner.textContent = text.data;
		outer.append(inner);
		text.replaceWith(outer);
	}

	function translateAll(): void {
		document.documentElement.classList.add("translated-ltr");
		const walker = document.createTreeWalker(place ?? document.body, NodeFilter.SHOW_TEXT);
		const texts: Text[] = [];
		while (walker.nextNode()) texts.push(walker.currentNode as Text);
		for (const text of texts) translate(text);
	}

	function begin(): void {
		translateAll();
		observer.observe(place ?? document.body, { childList: true, subtree: true, characterData: true });
	}

	if (place) begin();
	else document.addEventListener("DOMContentLoaded", begin);
	return () => observer.disconnect();
}
