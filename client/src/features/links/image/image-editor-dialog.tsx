import { useCallback, useEffect, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { ApiError } from "#client/lib/api-client.ts";
import { late } from "#client/lib/late.tsx";
import { logFailure } from "#client/lib/log.ts";
import { makeImage } from "#client/lib/make-image.ts";
import { type ReadFailure, readFailure } from "#client/lib/read-failure.ts";
import { useIsThere } from "#client/lib/use-is-there.ts";
import { canBeCut, type ImageCut, reshapedCut } from "#shared/links/images/image-cut.ts";
import { IMAGE_UNREADABLE, type ImageShape } from "#shared/links/images/image-file.ts";
import { WayOut } from "../form/way-out.tsx";
import { type OpenImage, openImage } from "./open-image.ts";
import { loadOriginal } from "./original.calls.ts";

/** Contains the cropping library, so it loads on demand. */
const ImageEditor = late(async () => (await import("./image-editor.tsx")).ImageEditor, Loading);

type ImageEditorDialogProps = {
	source: string;
	shape: ImageShape;
	onMade: (imageUrl: string) => void;
	onClose: () => void;
	onChooseOther: () => void;
};

type State =
	| { kind: "loading" }
	| ({ kind: "refused" } & Refusal)
	| { kind: "open"; sourceImage: OpenImage; start: ImageCut | null };
/** Why there is no editor. Only temporary failures offer a retry; the others need another image. */
type Refusal = ReadFailure & { mayPass: boolean };

const MISSING: Refusal = {
	message: "We no longer have the original of this image. Choose the image again to crop it.",
	mayPass: false,
};

function refusalOf(error: unknown): Refusal {
	if (error instanceof DOMException && error.name === "EncodingError")
		return { message: IMAGE_UNREADABLE, mayPass: false };
	// It was removed to stay within the account's budget (P244).
	if (error instanceof ApiError && error.kind === "gone") return { message: error.serverMessage, mayPass: false };
	return { ...readFailure(error, { isOnline: navigator.onLine }), mayPass: true };
}

export function ImageEditorDialog({ source, shape, onMade, onClose, onChooseOther }: ImageEditorDialogProps) {
	const { state, tryAgain } = useOpenSource({ source, shape });
	const [problem, setProblem] = useState<ReadFailure | null>(null);
	const [isMaking, setIsMaking] = useState(false);
	const isThere = useIsThere();

	async function use(cut: ImageCut): Promise<void> {
		setProblem(null);
		setIsMaking(true);
		try {
			const imageUrl = await makeImage({ imageUrl: source, cut, shape });
			if (!isThere.current) return;
			onMade(imageUrl);
			onClose();
		} catch (error) {
			setProblem(readFailure(error, { isOnline: navigator.onLine }));
		} finally {
			setIsMaking(false);
		}
	}

	const refusal = state.kind === "refused" ? state : null;
	return (
		<Dialog
			isOpen
			isWide
			onOpenChange={(isOpen) => !isOpen && onClose()}
			title="Edit image"
			description="Drag to crop, or fit the whole image."
			actions={
				refusal && (
					<>
						<Button variant="secondary" onClick={onClose}>
							Close
						</Button>
						{refusal.mayPass ? (
							<Button onClick={tryAgain}>Try again</Button>
						) : (
							<Button onClick={onChooseOther}>Choose an image</Button>
						)}
					</>
				)
			}
		>
			{refusal && <p role="alert">{refusal.message}</p>}
			<WayOut wayOut={(refusal ?? problem)?.wayOut} />
			{problem && (
				<p role="alert" className="text-danger">
					{problem.message}
				</p>
			)}
			{state.kind === "loading" && <Loading />}
			{state.kind === "open" && (
				<PartBoundary onClose={onClose}>
					<ImageEditor
						sourceImage={state.sourceImage}
						shape={shape}
						start={state.start}
						isBusy={isMaking}
						onUse={(cut) => void use(cut)}
						onCancel={onClose}
					/>
				</PartBoundary>
			)}
		</Dialog>
	);
}

function Loading() {
	return (
		<p role="status" className="grid h-[min(46dvh,24rem)] place-items-center rounded-control bg-sunken text-muted">
			<span className="flex items-center gap-2">
				<Spinner className="size-5" />
				Loading the image
			</span>
		</p>
	);
}

function useOpenSource({ source, shape }: Pick<ImageEditorDialogProps, "source" | "shape">) {
	const [state, setState] = useState<State>({ kind: "loading" });
	const [attempt, setAttempt] = useState(0);
	const tryAgain = useCallback(() => setAttempt((count) => count + 1), []);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
	useEffect(() => {
		const left = new AbortController();
		let opened: OpenImage | null = null;
		async function open(): Promise<State> {
			const found = await loadOriginal(source, left.signal);
			if (!found) return { kind: "refused", ...MISSING };
			opened = await openImage(found.sourceImage);
			const { cut } = found;
			const start = cut && canBeCut(opened.size, shape) ? reshapedCut(cut, opened.size, shape) : cut;
			return { kind: "open", sourceImage: opened, start };
		}
		setState({ kind: "loading" });
		open().then(
			(state) => (left.signal.aborted ? opened?.close() : setState(state)),
			(error: unknown) => {
				if (left.signal.aborted) return;
				logFailure("The image could not be opened.", error);
				setState({ kind: "refused", ...refusalOf(error) });
			},
		);
		return () => {
			left.abort();
			opened?.close();
		};
	}, [source, shape, attempt]);

	return { state, tryAgain };
}
