import { useEffect, useState } from "react";
import { imageFileProblem } from "#shared/links/image-file.ts";

/** A picture file chosen in this form but not sent yet, with an address to show it by. */
export function usePickedImage() {
	const [file, setFile] = useState<File | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [objectUrl, setObjectUrl] = useState<string | null>(null);

	useEffect(() => {
		if (!file) return;
		const url = URL.createObjectURL(file);
		setObjectUrl(url);
		return () => {
			URL.revokeObjectURL(url);
			setObjectUrl(null);
		};
	}, [file]);

	/** @returns whether the file may be sent; if not, `problem` says why and the former choice stays. */
	function pick(candidate: File): boolean {
		const found = imageFileProblem(candidate);
		setProblem(found);
		if (!found) setFile(candidate);
		return !found;
	}

	function clear(): void {
		setFile(null);
		setProblem(null);
	}

	return { file, objectUrl, problem, pick, clear, refuse: setProblem };
}

export type PickedImage = ReturnType<typeof usePickedImage>;
