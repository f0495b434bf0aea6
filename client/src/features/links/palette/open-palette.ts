let opener: (() => void) | null = null;

/** Opens the command palette, as its key does. */
export function openPalette(): void {
	opener?.();
}

/** @returns what ends it */
export function providePalette(open: () => void): () => void {
	opener = open;
	return () => {
		if (opener === open) opener = null;
	};
}
