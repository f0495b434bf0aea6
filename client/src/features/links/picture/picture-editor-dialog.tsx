import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { logFailure } from "#client/lib/log.ts";
import { canBeCut, type ImageCut, LEAST_CUT } from "#shared/links/image-cut.ts";
import { drawSection, type OpenPicture, openPicture } from "./open-picture.ts";
import { loadOriginal } from "./original.calls.ts";
import type { PictureCut, PictureSource } from "./use-picture-cut.ts";

/** With the library that moves pictures: loaded when somebody opens it. */
const PictureEditor = lazy(() => import("./picture-editor.tsx").then((module) => ({ default: module.PictureEditor })));

type PictureEditorDialogProps = {
	source: PictureSource;
	cut: PictureCut;
	onClose: () => void;
	/** Leads to another picture, where this one can't be cut. */
	onChooseOther: () => void;
};

type State =
	| { kind: "loading" | "missing" | "failed" }
	| { kind: "small" | "open"; picture: OpenPicture; start: ImageCut | null };

const WHY = {
	missing:
		"The original of this image was not kept, so another section of it can't be chosen. Choose the image again to cut it anew.",
	failed: "The image could not be loaded.",
	small: `This image is smaller than ${LEAST_CUT.width}x${LEAST_CUT.height} pixels: all of it is shown, and there is nothing to cut.`,
};

/** Over the form: which section of its picture the card shows. */
export function PictureEditorDialog({ source, cut, onClose, onChooseOther }: PictureEditorDialogProps) {
	const { state, tryAgain } = useOpenSource(source, cut.cut);

	async function use(picture: OpenPicture, section: ImageCut): Promise<void> {
		try {
			cut.choose(source, section, await drawSection(picture, section));
		} catch (error) {
			logFailure("The section could not be drawn.", error);
		}
		onClose();
	}

	const refusal = state.kind === "missing" || state.kind === "failed" || state.kind === "small" ? state.kind : null;
	return (
		<Dialog
			isOpen
			isWide
			onOpenChange={(isOpen) => !isOpen && onClose()}
			title="Edit image"
			description="Choose the section that the card shows."
			actions={
				refusal && (
					<>
						<Button variant="secondary" onClick={onClose}>
							Close
						</Button>
						{refusal === "failed" ? (
							<Button onClick={tryAgain}>Try again</Button>
						) : (
							<Button onClick={onChooseOther}>Choose an image</Button>
						)}
					</>
				)
			}
		>
			{refusal && <p role="alert">{WHY[refusal]}</p>}
			{state.kind === "loading" && <Loading />}
			{state.kind === "open" && (
				<PartBoundary onClose={onClose}>
					<Suspense fallback={<Loading />}>
						<PictureEditor
							picture={state.picture}
							start={state.start}
							onUse={(section) => void use(state.picture, section)}
							onCancel={onClose}
						/>
					</Suspense>
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
function useOpenSource(source: PictureSource, chosen: ImageCut | null) {
	const [state, setState] = useState<State>({ kind: "loading" });
	const [attempt, setAttempt] = useState(0);
	const tryAgain = useCallback(() => setAttempt((count) => count + 1), []);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew; what is chosen here ends the editor
	useEffect(() => {
		const left = new AbortController();
		let opened: OpenPicture | null = null;
		async function open(): Promise<State> {
			const found = source instanceof File ? { picture: source, cut: null } : await loadOriginal(source, left.signal);
			if (!found) return { kind: "missing" };
			opened = await openPicture(found.picture);
			const start = chosen ?? found.cut;
			return { kind: canBeCut(opened.size) ? "open" : "small", picture: opened, start };
		}
		setState({ kind: "loading" });
		open().then(
			(state) => (left.signal.aborted ? opened?.close() : setState(state)),
			(error: unknown) => {
				if (left.signal.aborted) return;
				logFailure("The image could not be opened.", error);
				setState({ kind: "failed" });
			},
		);
		return () => {
			left.abort();
			opened?.close();
		};
	}, [source, attempt]);

	return { state, tryAgain };
}
