const BRANDS = new Map([
	...["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].map((brand) => [brand, "HEIC"] as const),
	...["avif", "avis"].map((brand) => [brand, "AVIF"] as const),
]);

/** How many bytes of a file `foreignFormat` needs. */
export const FORMAT_BYTES = 12;

/** Formats of images that people have and that no card is made of, by the file's first bytes; null for any other file. */
export function foreignFormat(beginning: string): string | null {
	if (/^GIF8[79]a/.test(beginning)) return "GIF";
	if (/^(II\*\0|MM\0\*)/.test(beginning)) return "TIFF";
	return beginning.slice(4, 8) === "ftyp" ? (BRANDS.get(beginning.slice(8, 12)) ?? null) : null;
}

/** What a person does about such a file. */
export function foreignFormatMessage(format: string): string {
	return `${format} images can't be used. Save it as JPG, PNG or WebP and choose it again`;
}
