import type { Driver } from "./driver.ts";

const LIMIT_MS = 20_000;
const PAUSE_MS = 100;

type Kind = "button" | "link" | "field" | "text" | "file";
type Wanted = { kind: Kind; name: string; nth: number };

/** What a person does with a page: finds things by their names, and waits until they are there. */
export type Tab = ReturnType<typeof createTab>;

export function createTab(driver: Driver, origin: string) {
	const find = async (kind: Kind, name: string, nth = 0) => {
		const expression = inPage(mark, { kind, name, nth });
		await until(() => driver.evaluate<boolean>(expression), `${kind} "${name}"`);
		return "[data-found]";
	};
	return {
		origin,
		open: (path: string) => driver.goto(origin + path),
		back: driver.back,
		evaluate: driver.evaluate,
		press: async (name: string, nth?: number) => driver.click(await find("button", name, nth)),
		follow: async (name: string, nth?: number) => driver.click(await find("link", name, nth)),
		choose: async (name: string) => driver.click(await find("field", name)),
		type: async (name: string, text: string) => driver.type(await find("field", name), text),
		upload: async (file: string) => driver.upload(await find("file", ""), file),
		sees: async (text: string) => void (await find("text", text)),
		/** Waits until an expression is true in the page. */
		expect: (expression: string) => until(() => driver.evaluate<boolean>(`Boolean(${expression})`), expression),
		/** Writes a value that keys would write in another way in each browser, such as a time. */
		set: async (name: string, value: string) => {
			await find("field", name);
			await driver.evaluate(inPage(write, value));
		},
	};
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
	const end = Date.now() + LIMIT_MS;
	let last = "";
	while (Date.now() < end) {
		// During navigation there is no page to look at.
		const found = await isSo().catch((error: Error) => {
			last = ` (${error.message.split("\n")[0]})`;
			return false;
		});
		if (found) return;
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
	throw new Error(`not seen: ${what}${last}`);
}

/** A call of a function in the page; tsx wraps functions in one that is not there. */
function inPage<Argument>(run: (argument: Argument) => unknown, argument: Argument): string {
	return `((__name) => (${run})(${JSON.stringify(argument)}))((named) => named)`;
}

/** Runs in the page: marks the matching element, scrolls it into view, and returns whether there is one. */
function mark({ kind, name, nth }: Wanted): boolean {
	const selectors = {
		button: "button:not(:disabled), summary, [role=menuitem], [role=option], [role=menuitem] a",
		link: "a[href]",
		field: "input, textarea, select",
		text: "body *",
		file: "input[type=file]",
	};
	const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
	const pattern = new RegExp(name);
	const isNamed = (element: Element) => {
		if (kind === "file") return true;
		if (kind === "text") {
			return [...element.childNodes].some((node) => node.nodeType === 3) && pattern.test(plain(element.textContent));
		}
		const labels =
			element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
		const names = [
			element.getAttribute("aria-label"),
			element.getAttribute("placeholder"),
			...Array.from(labels ?? [], (label) => label.textContent),
			kind === "field" ? null : element.textContent,
		];
		return names.some((each) => plain(each) !== "" && pattern.test(plain(each)));
	};
	const isShown = (element: Element) => {
		return element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
	};
	const found = [...document.querySelectorAll(selectors[kind])].filter((one) => isShown(one) && isNamed(one))[nth];
	if (!found) return false;
	if (kind === "text") return true;
	for (const each of document.querySelectorAll("[data-found]")) each.removeAttribute("data-found");
	found.setAttribute("data-found", "");
	found.scrollIntoView({ block: "center", behavior: "instant" });
	return true;
}

/** Runs in the page: writes a value into the marked input as if it had been picked. */
function write(value: string): void {
	const input = document.querySelector("[data-found]");
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
	input?.dispatchEvent(new Event("input", { bubbles: true }));
}
