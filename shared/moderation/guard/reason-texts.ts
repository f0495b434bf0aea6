import type { ModerationReason } from "./moderation-reason.ts";

type Said = Pick<ModerationReason, "code" | "words" | "brand">;

/** A reason in a sentence, for owners and operators. @param host the link's target */
export function reasonText({ code, words, brand }: Said, host: string): string {
	// The name and the address may contain the same word.
	const isNew = (word: string, at: number) => words.findIndex((other) => isSame(other, word)) === at;
	const quoted = words
		.filter(isNew)
		.map((word) => `"${word}"`)
		.join(", ");
	switch (code) {
		case "impersonation":
			return `It reads as if it came from ${brand} (${quoted}), but leads to ${host}.`;
		case "look-alike-name":
			return `It imitates the name of ${brand} (${quoted}), but leads to ${host}.`;
		case "brand-in-host":
			return `The website's name has ${brand} in it (${quoted}), but ${host} isn't ${brand}'s.`;
		case "page-asks": {
			const [title = "", asked = "password"] = words;
			return `The page at ${host} is titled "${title}" and asks for a ${asked}, but isn't ${brand}'s.`;
		}
		case "common-scam":
			return `It reads like a common scam message (${quoted}), and leads to ${host}.`;
		case "disguised-name": {
			const [name = "", ...characters] = words;
			return `The name "${name}" looks like ${brand}, but has other characters in it: ${characters.join(", ")}.`;
		}
		case "look-alike-host":
			return `The website ${host} looks like ${brand}'s (${quoted}), but isn't.`;
		case "mixed-host":
			return `The website's name ${quoted} mixes letters of different scripts.`;
		case "ip-address":
			return `It leads to an IP address (${quoted}) instead of a website's name.`;
		case "shortener":
			return `It leads to another short link (${quoted}), which hides where it goes.`;
		case "smart-link":
			return `It leads to a smart link (${quoted}), which picks a page for each device.`;
		case "open-redirect":
			return `It leads to a redirect (${quoted}), which hides where it goes.`;
		case "download":
			return `It downloads a file that can run on a device (${quoted}).`;
		case "listed":
			return `Its target is on the list ${quoted}.`;
		case "web-risk":
			// "May" and the attribution are part of Google's terms.
			return `Its target may be unsafe (${words.join(", ")}). Advisory provided by Google.`;
		case "closed-before":
			return brand
				? `We closed another of your links that seemed to come from ${brand}.`
				: `We closed another of your links to ${words.join(", ")}.`;
	}
}

/** What an owner can do about a reason; null if only an operator can act. */
export function adviceText({ code, brand }: Said): string | null {
	switch (code) {
		case "impersonation":
		case "look-alike-name":
			return `Begin with your own name, and say what ${brand} has to do with it, such as "Pay us with ${brand}".`;
		case "brand-in-host":
		case "page-asks":
			return `If you mean ${brand}, link to its own website.`;
		case "common-scam":
			return "Begin with your own name, and say what it is about.";
		case "disguised-name":
			return `Type the name again, as "${brand}".`;
		case "mixed-host":
		case "ip-address":
			return "Use an address with the website's name in plain letters, if it has one.";
		case "shortener":
		case "open-redirect":
			return "Use the address that it leads to instead.";
		case "smart-link":
			return "Use the page's own address, if one page suits everyone.";
		case "download":
			return "Link to a page about the file instead.";
		default:
			return null;
	}
}

/** The reason for a visitor of the trust page, without anything that the owner wrote. @param host the link's target */
export function visitorText({ code, brand }: Pick<ModerationReason, "code" | "brand">, host: string): string {
	const whose = brand ?? "someone else";
	switch (code) {
		case "impersonation":
		case "look-alike-name":
		case "disguised-name":
		case "look-alike-host":
		case "brand-in-host":
			return `This link may pretend to be from ${whose}, but ${host} isn't one of their websites. Don't enter a password or card number that belongs to ${whose}.`;
		case "page-asks":
			return `The page it leads to has ${whose}'s name in its title and asks for a password or card number, but ${host} isn't one of their websites.`;
		case "common-scam":
			return "Messages about parcels, fees, fines and refunds are often fake. Only continue if you expect this one, and don't pay anything before you are sure whom.";
		case "mixed-host":
			return "The name of this website mixes letters of different scripts, so that it can look like another one. Read it letter by letter.";
		case "ip-address":
			return "This link leads to a bare IP address, so nothing here says whose website it is.";
		case "shortener":
			return `This link leads to another short link at ${host}, so we can't show where it ends.`;
		case "smart-link":
			return `This link leads to ${host}, which picks a page for each device, so we can't show which one you get.`;
		case "open-redirect":
			return `This link leads to a redirect at ${host}, so we can't show where it ends.`;
		case "download":
			return "This link downloads a file that can run on your device. Only open it if you expected it from its sender.";
		default:
			return "Only continue if you know this website.";
	}
}

function isSame(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}
