const CODECS = new Map([
	...["heic", "heix", "hevc", "hevx", "heim", "heis"].map((brand) => [brand, "HEIC"] as const),
	...["avif", "avis", "avio"].map((brand) => [brand, "AVIF"] as const),
]);
/** Brands common to every HEIF: the codec is among the compatible ones. */
const CONTAINERS = new Set(["mif1", "msf1", "miaf"]);

export const FORMAT_BYTES = 64;

/** The name of a common image format that we don't accept, by the file's first bytes; null for other files. */
export function foreignFormat(beginning: string): string | null {
	if (/^GIF8[79]a/.test(beginning)) return "GIF";
	if (/^(II\*\0|MM\0\*)/.test(beginning)) return "TIFF";
	const [major = "", ...compatible] = brandsOf(beginning);
	const codec = CODECS.get(major);
	if (codec || !CONTAINERS.has(major)) return codec ?? null;
	return compatible.map((brand) => CODECS.get(brand)).find((format) => format !== undefined) ?? "HEIF";
}

function brandsOf(beginning: string): string[] {
	if (beginning.slice(4, 8) !== "ftyp") return [];
	const end = beginning.charCodeAt(2) * 256 + beginning.charCodeAt(3);
	return [beginning.slice(8, 12), ...(beginning.slice(16, end).match(/[\s\S]{4}/g) ?? [])];
}

/** What to do about such a file. */
export function foreignFormatMessage(format: string): string {
	return `${format} images can't be used. Save this one as JPG, PNG or WebP and choose it again`;
}
