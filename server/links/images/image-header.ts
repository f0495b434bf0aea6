/** What an image says of itself before any of it is unpacked. */
export type ImageHeader = {
	width: number;
	height: number;
	/** Of a JPEG; 1 for others. */
	scans: number;
	/** Segments, chunks or frames, without those that hold the rows of a PNG; not counted far beyond what is allowed. */
	parts: number;
	/** Where the image ends, in bytes: what follows is no part of it. */
	end: number;
	/** What any decoder must hold at once, in bytes; 0 for an image that is read row by row. */
	heldBytes: number;
};
