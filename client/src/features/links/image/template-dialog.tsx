import { useCallback, useEffect, useState } from "react";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { late } from "#client/lib/late.tsx";
import { logFailure } from "#client/lib/log.ts";
import type { Lack } from "./image-lack.tsx";

/** Contains the drawing code, so it loads on demand. */
const TemplatePicker = late(async () => (await import("./template-picker.tsx")).TemplatePicker, Loading);

/** A drawn image and its inputs, so that it can be drawn again. */
export type Made = { file: File; templateId: string; title: string; image: HTMLImageElement | null };

type TemplateDialogProps = {
	title: string;
	former: Made | null;
	/** The chosen image on our origin; null without one. */
	sourceUrl: string | null;
	/** Whether it is missing because it is on another host. */
	isElsewhere: boolean;
	onMade: (made: Made) => void;
	onClose: () => void;
};

export function TemplateDialog({ title, former, sourceUrl, isElsewhere, onMade, onClose }: TemplateDialogProps) {
	const loaded = useImage(former ? null : sourceUrl);
	const image = former ? former.image : loaded.image;
	const lack = isElsewhere ? "elsewhere" : loaded.lack;
	return (
		<Dialog
			isOpen
			isWide
			onOpenChange={(isOpen) => !isOpen && onClose()}
			title="Title on an image"
			description="This becomes your card's image."
			actions={null}
		>
			<PartBoundary onClose={onClose}>
				<TemplatePicker
					title={title}
					templateId={former?.templateId}
					image={image}
					lack={lack}
					onLoadAgain={loaded.tryAgain}
					onCancel={onClose}
					onUse={(file, templateId) => {
						onMade({ file, templateId, title, image });
						onClose();
					}}
				/>
			</PartBoundary>
		</Dialog>
	);
}

function Loading() {
	return (
		<p role="status" className="flex items-center justify-center gap-2 py-24 text-muted">
			<Spinner className="size-5" />
			Loading the templates
		</p>
	);
}

function useImage(url: string | null) {
	const [image, setImage] = useState<HTMLImageElement | null>(null);
	const [hasFailed, setHasFailed] = useState(false);
	const [attempt, setAttempt] = useState(0);
	const tryAgain = useCallback(() => setAttempt((count) => count + 1), []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
	useEffect(() => {
		if (url === null) return;
		let isLeft = false;
		setHasFailed(false);
		const element = new Image();
		element.src = url;
		element.decode().then(
			() => isLeft || setImage(element),
			(error: unknown) => {
				if (isLeft) return;
				logFailure("The image could not be opened for the templates.", error);
				setHasFailed(true);
			},
		);
		return () => {
			isLeft = true;
		};
	}, [url, attempt]);
	const lack: Lack = url === null ? "unchosen" : hasFailed ? "failed" : "loading";
	return { image, lack, tryAgain };
}
