import { useEffect, useRef } from "react";

/**
 * Hands over an image pasted anywhere on the page, and keeps a file dropped next to the drop zone from
 * opening instead of the page.
 */
export function useStrayFiles({ onPaste }: { onPaste: (file: File) => void }): void {
	const latest = useRef(onPaste);
	useEffect(() => {
		latest.current = onPaste;
	});

	useEffect(() => {
		const takePasted = (event: ClipboardEvent) => {
			const data = event.clipboardData;
			// Office programs put an image of the text next to the text: the text is what was meant.
			if (!data || data.types.includes("text/plain")) return;
			const [file] = data.files;
			if (!file) return;
			event.preventDefault();
			latest.current(file);
		};
		const keepPage = (event: DragEvent) => {
			if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
		};
		document.addEventListener("paste", takePasted);
		document.addEventListener("dragover", keepPage);
		document.addEventListener("drop", keepPage);
		return () => {
			document.removeEventListener("paste", takePasted);
			document.removeEventListener("dragover", keepPage);
			document.removeEventListener("drop", keepPage);
		};
	}, []);
}
