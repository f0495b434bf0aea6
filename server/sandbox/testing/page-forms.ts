/** A form of a page: what its button says, and all that pressing it sends. */
export type Form = { button: string; label: string | undefined; fields: [name: string, value: string][] };

const FORM = /<form[^>]*>(.*?)<\/form>/gs;
const FIELD = /<(?:input type="hidden"|button(?: class="second")?) name="([^"]*)" value="([^"]*)"/g;
const BUTTON = /<button[^>]*?(?: aria-label="([^"]*)")?>([^<]*)<\/button>/;

/** The forms of one of the sandbox's pages. */
export function formsOf(page: string): Form[] {
	return [...page.matchAll(FORM)].map(([, form = ""]) => {
		const [, label, button = ""] = BUTTON.exec(form) ?? [];
		const fields = [...form.matchAll(FIELD)].map(([, name = "", value = ""]): [string, string] => [name, value]);
		return { button, label, fields };
	});
}
