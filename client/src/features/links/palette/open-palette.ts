let opener: (() => void) | null = null;

export function openPalette(): void {
	opener?.();
}

/** @returns the cleanup function */
export function providePalette(open: () => void): () => void {
	opener = open;
	return () => {
		if (opener === open) opener = null;
	};
}
