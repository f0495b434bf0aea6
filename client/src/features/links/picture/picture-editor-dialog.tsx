import { useCallback, useEffect, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { ApiError } from "#client/lib/api-client.ts";
import { late } from "#client/lib/late.tsx";
import { logFailure } from "#client/lib/log.ts";
import { canBeCut, type ImageCut, leastCut, reshapedCut } from "#shared/images/image-cut.ts";
import { IMAGE_UNREADABLE, type PictureShape } from "#shared/images/image-file.ts";
import { WayOut } from "../form/way-out.tsx";
import { type ReadFailure, readFailure } from "../prefill/read-failure.ts";
import { drawSection, type OpenPicture, openPicture } from "./open-picture.ts";
import { loadOriginal } from "./original.calls.ts";
import type { PictureSource } from "./use-picture-cut.ts";

/** With the library that moves pictures: loaded when someone opens it. */
const PictureEditor = late(async () => (await import("./picture-editor.tsx")).PictureEditor, Loading);

type PictureEditorDialogProps = {
	source: PictureSource;
	/** Of the picture that the card shows. */
	shape: PictureShape;
	/** The section that was chosen here before; null begins with the one that the picture was cut by. */
	chosen: ImageCut | null;
	/** @param preview what the section looks like */
	onUse: (section: ImageCut, preview: Blob) => void;
	onClose: () => void;
	/** Leads to another picture, where this one can't be cut. */
	onChooseOther: () => void;
};

type State =
	| { kind: "loading" }
	| ({ kind: "refused" } & Refusal)
	| { kind: "open"; picture: OpenPicture; start: ImageCut | null };
/** Why there is no editor. What may pass can be tried again; everything else wants another picture. */
type Refusal = ReadFailure & { mayPass: boolean };

const MISSING: Refusal = {
	message: "We no longer have the original of this image. Choose the image again to crop it.",
	mayPass: false,
};

function tooSmall(shape: PictureShape): Refusal {
	const { width, height } = leastCut(shape);
	const message = `This image is smaller than ${width}x${height} pixels. All of it is shown, so there is nothing to crop.`;
	return { message, mayPass: false };
}

function refusalOf(error: unknown): Refusal {
	if (error instanceof DOMException && error.name === "EncodingError")
		return { message: IMAGE_UNREADABLE, mayPass: false };
	// It was removed to stay within the account's budget (P244).
	if (error instanceof ApiError && error.kind === "gone") return { message: error.serverMessage, mayPass: false };
	return { ...readFailure(error, { isOnline: navigator.onLine }), mayPass: true };
}

/** Over the form: which section of its picture the card shows. */
export function PictureEditorDialog({
	source,
	shape,
	chosen,
	onUse,
	onClose,
	onChooseOther,
}: PictureEditorDialogProps) {
	const { state, tryAgain } = useOpenSource({ source, shape, chosen });
	const [isUndrawn, setIsUndrawn] = useState(false);

	async function use(picture: OpenPicture, section: ImageCut): Promise<void> {
		setIsUndrawn(false);
		try {
			onUse(section, await drawSection(picture, section, shape));
			onClose();
		} catch (error) {
			logFailure("We couldn't crop this image.", error);
			setIsUndrawn(true);
		}
	}

	const refusal = state.kind === "refused" ? state : null;
	return (
		<Dialog
			isOpen
			isWide
			onOpenChange={(isOpen) => !isOpen && onClose()}
			title="Edit image"
			description="Drag to crop."
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
			<WayOut wayOut={refusal?.wayOut} />
			{isUndrawn && (
				<p role="alert" className="text-danger">
					We couldn't crop this image. Please try again.
				</p>
			)}
			{state.kind === "loading" && <Loading />}
			{state.kind === "open" && (
				<PartBoundary onClose={onClose}>
					<PictureEditor
						picture={state.picture}
						shape={shape}
						start={state.start}
						onUse={(section) => void use(state.picture, section)}
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

/** Opens a file, or the original of a picture of ours, with the section that it shows now. */
function useOpenSource({ source, shape, chosen }: Pick<PictureEditorDialogProps, "source" | "shape" | "chosen">) {
	const [state, setState] = useState<State>({ kind: "loading" });
	const [attempt, setAttempt] = useState(0);
	const tryAgain = useCallback(() => setAttempt((count) => count + 1), []);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again; what is chosen here ends the editor
	useEffect(() => {
		const left = new AbortController();
		let opened: OpenPicture | null = null;
		async function open(): Promise<State> {
			const found = source instanceof File ? { picture: source, cut: null } : await loadOriginal(source, left.signal);
			if (!found) return { kind: "refused", ...MISSING };
			opened = await openPicture(found.picture);
			if (!canBeCut(opened.size, shape)) return { kind: "refused", ...tooSmall(shape) };
			const section = chosen ?? found.cut;
			return { kind: "open", picture: opened, start: section && reshapedCut(section, opened.size, shape) };
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
