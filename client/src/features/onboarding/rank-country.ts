/**
 * How well a country fits what is typed, for the searchable list: 1 for its code or the beginning of its name,
 * 0.5 for the beginning of a later word, 0 to leave it out. Case and accents do not matter.
 */
export function rankCountry(name: string, typed: string, codes: string[] = []): number {
	const wanted = plain(typed.trim());
	if (plain(name).startsWith(wanted) || codes.some((code) => plain(code) === wanted)) return 1;
	return plain(name)
		.split(/[^a-z]+/)
		.some((word) => word.startsWith(wanted))
		? 0.5
		: 0;
}

const plain = (text: string) =>
	text
		.normalize("NFD")
		.replace(/\p{Mark}/gu, "")
		.toLowerCase();
