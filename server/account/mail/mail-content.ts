/** A mail before it is text and HTML. Every text is escaped, and stays inert in `quote` and tables. */
export type MailContent = {
	subject: string;
	heading: string;
	parts: MailPart[];
};

export type MailPart =
	/** Our own words, with what users wrote inside `quoted`. */
	| { kind: "text"; text: string }
	| { kind: "table"; head: [string, string]; rows: [string, string][] }
	| { kind: "button"; label: string; href: string };

/**
 * A text of a user's, in quotes, that no mail program turns into a link: invisible joiners break up addresses, and a hair
 * space e-mail addresses, whose names may have any character.
 */
export function quoted(text: string): string {
	return `"${inert(text)}"`;
}

/** The same without quotes, for tables. */
export function inert(text: string): string {
	return text
		.replace(/\s+/g, " ")
		.replace(/[.:@/](?=\S)/g, "$&\u2060")
		.replace(/(?<=\S)@/g, "\u200A@");
}

export function textPart(text: string): MailPart {
	return { kind: "text", text };
}

export function table(head: [string, string], rows: [string, string][]): MailPart {
	return { kind: "table", head, rows };
}

export function button(label: string, href: string): MailPart {
	return { kind: "button", label, href };
}
