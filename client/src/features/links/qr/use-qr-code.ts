import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { colourProblem, type PngSize, type QrColours } from "#shared/links/qr/qr-look.ts";
import { qrSvg } from "#shared/links/qr/qr-svg.ts";
import { scanAddress } from "#shared/links/scan.ts";
import { drawQr, pixelsOf, pngOf, saveFile, svgImage } from "./qr-image.ts";
import type { QrLogo } from "./qr-logo.ts";

/** Canvas pixels; it is displayed smaller. */
const SHOWN_SIDE = 768;

type Options = { shortUrl: string; fileName: string; colours: QrColours; logo: QrLogo | null };

/** Draws a link's code as it is designed, and allows its download once a read check has passed. */
export function useQrCode(canvas: RefObject<HTMLCanvasElement | null>, options: Options) {
	const { shortUrl, fileName, colours, logo } = options;
	// The encoder loads first, so that the code appears early; the larger decoder follows.
	const drawing = useTool("draw", () => import("#shared/links/qr/qr-code.ts"));
	const reading = useTool("read", () => import("./read-qr-code.ts"));
	const read = reading.data?.readQrCode;
	const text = scanAddress(shortUrl);
	const withLogo = logo !== null;
	const code = useMemo(() => drawing.data?.makeQrCode(text, { withLogo }), [drawing.data, text, withLogo]);
	const problem = colourProblem(colours);
	const [isReadable, setReadable] = useState<boolean | null>(null);
	const { dark, light } = colours;

	useEffect(() => {
		if (!canvas.current || !code || problem !== null) return;
		drawQr(canvas.current, code, { side: SHOWN_SIDE, colours: { dark, light }, logo: logo?.image ?? null });
		setReadable(read ? read(pixelsOf(canvas.current)) === text : null);
	}, [canvas, code, problem, dark, light, logo, text, read]);

	function requireReadable(drawn: CanvasImageSource): void {
		if (read?.(pixelsOf(drawn)) !== text) throw new Error("The code can't be read again");
	}

	/** @throws if the file can't be created, or fails the read check */
	async function savePng(side: PngSize): Promise<void> {
		if (!code) return;
		const large = document.createElement("canvas");
		drawQr(large, code, { side, colours, logo: logo?.image ?? null });
		requireReadable(large);
		saveFile(await pngOf(large), `${fileName}.png`);
	}

	/** @throws as `savePng` */
	async function saveSvg(): Promise<void> {
		if (!code) return;
		const svg = qrSvg(code, { colours, logo: logo?.address ?? null });
		requireReadable(await svgImage(svg));
		saveFile(new Blob([svg], { type: "image/svg+xml" }), `${fileName}.svg`);
	}

	return {
		text,
		/** Why there is no code to download: its colors, or a failed read check. */
		problem:
			problem ?? (isReadable === false ? "A camera could not read this code. Try other colors or another logo." : null),
		isReady: isReadable === true && problem === null,
		hasNoTools: drawing.isError || reading.isError,
		askForTools: () => {
			for (const { isError, refetch } of [drawing, reading]) if (isError) void refetch();
		},
		savePng,
		saveSvg,
	};
}

function useTool<Tool>(name: string, load: () => Promise<Tool>) {
	return useQuery({ queryKey: ["qr-tool", name], queryFn: load, structuralSharing: false });
}
