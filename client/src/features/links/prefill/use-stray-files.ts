import { useEffect, useRef } from "react";

/** Accepts an image pasted anywhere, and prevents a file dropped outside the drop zone from replacing the page. */
export function useStrayFiles({ onPaste }: { onPaste: (file: File) => void }): void {
	const latest = useRef(onPaste);
	useEffect(() => {
		latest.current = onPaste;
	});

	useEffect(() => {
		const takePasted = (event: ClipboardEvent) => {
			const data = event.clipboardData;
			// Office programs add an image of the copied text; the text is meant.
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
