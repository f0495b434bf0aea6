/** 1 for its code, 0.9 for the start of its name, 0.5 for the start of a later word, 0 for no match. */
export function rankCountry(name: string, typed: string, codes?: string[]): number {
	const wanted = plain(typed.trim());
	if (codes?.some((code) => plain(code) === wanted)) return 1;
	if (plain(name).startsWith(wanted)) return 0.9;
	const words = plain(name).split(/[^a-z]/);
	return words.some((word) => word.startsWith(wanted)) ? 0.5 : 0;
}

const plain = (text: string) =>
	text
		.normalize("NFD")
		.replace(/\p{Mark}/gu, "")
		.toLowerCase();
