/** A decoded image, upright; its URL is valid until `close`. */
export type OpenImage = {
	url: string;
	size: { width: number; height: number };
	element: HTMLImageElement;
	close: () => void;
};

/** @throws EncodingError (DOMException) if the browser can't decode it */
export async function openImage(image: Blob): Promise<OpenImage> {
	const url = URL.createObjectURL(image);
	const close = () => URL.revokeObjectURL(url);
	const element = new Image();
	element.src = url;
	try {
		await element.decode();
	} catch (error) {
		close();
		throw error;
	}
	return { url, element, size: { width: element.naturalWidth, height: element.naturalHeight }, close };
}

export function asJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
	return new Promise((resolve, reject) => {
		const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error("The canvas could not be written")));
		canvas.toBlob(take, "image/jpeg", quality);
	});
}
