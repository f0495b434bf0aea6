/** What an image's header declares, before any decoding. */
export type ImageHeader = {
	width: number;
	height: number;
	scans: number;
	/** Segments, chunks or frames, except a PNG's row data. Counting stops far above the limit. */
	parts: number;
	/** Offset of the image's end; anything after it is a trailer. */
	end: number;
	/** Bytes that any decoder must hold at once; 0 for an image decoded row by row. */
	heldBytes: number;
};
