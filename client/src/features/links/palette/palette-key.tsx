import { Search } from "lucide-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { isCommandKey } from "#client/lib/command-key.ts";
import { isLayerOpen } from "#client/lib/letter-keys.ts";
import { paths } from "#client/lib/paths.ts";
import type { ListedLink } from "#shared/links/link-list.ts";
import { offeredActions, onOffer } from "./offered-actions.ts";
import { providePalette } from "./open-palette.ts";
import { pageActions } from "./page-actions.ts";
import type { PaletteProps } from "./palette.tsx";
import { actionsOf, type PaletteAction } from "./palette-action.ts";
import { FIELD, FIELD_NAME, FIELD_ROW, OVERLAY, PANEL, TITLE } from "./palette-look.ts";

type Content = { link: ListedLink | undefined; ofLink: PaletteAction[]; ofPage: PaletteAction[] };

type PaletteKeyProps = Pick<PaletteProps, "onError"> & { hasCsv: boolean };

const EMPTY: Content = { link: undefined, ofLink: [], ofPage: [] };

/** Ctrl+K and ⌘K open the command palette for subscribers; its code loads on first use (P438). */
export function PaletteKey({ hasCsv, onError }: PaletteKeyProps) {
	const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
	const [isOpen, setIsOpen] = useState(false);
	const [typed, setTyped] = useState("");
	const [content, setContent] = useState(EMPTY);
	const opener = useRef<Element | null>(null);
	const [path] = useLocation();
	const isHere = path.startsWith(paths.dashboard);

	// A link that was still loading is added; a link already shown isn't replaced.
	const isWithoutLink = isOpen && content.link === undefined;
	useEffect(() => {
		if (!isWithoutLink) return;
		return onOffer(() => {
			const now = contentNow(hasCsv);
			if (now.link) setContent(now);
		});
	}, [isWithoutLink, hasCsv]);

	function open(): void {
		setContent(contentNow(hasCsv));
		opener.current = document.activeElement;
		setTyped("");
		setIsOpen(true);
		if (Palette) return;
		import("./palette.tsx").then(
			(module) => setPalette(() => module.Palette),
			(error: unknown) => {
				close();
				toast({
					title: "Error",
					description: "The command palette couldn't be loaded. Please try again.",
					variant: "destructive",
					error,
				});
			},
		);
	}

	function giveFocusBack(): void {
		if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
	}

	/** Before its code has loaded. */
	function close(): void {
		setIsOpen(false);
		giveFocusBack();
	}

	const latest = useRef(open);
	latest.current = open;
	useEffect(() => {
		if (!isHere) return;
		const onKeyDown = (event: KeyboardEvent) => {
			if (!isCommandKey(event, "k") || event.repeat || event.defaultPrevented || event.isComposing) return;
			if (isLayerOpen()) return;
			event.preventDefault();
			latest.current();
		};
		const end = providePalette(() => latest.current());
		document.addEventListener("keydown", onKeyDown);
		return () => {
			end();
			document.removeEventListener("keydown", onKeyDown);
		};
	}, [isHere]);

	if (!Palette) return isOpen && <Placeholder typed={typed} onType={setTyped} onClose={close} />;
	return (
		<Palette
			{...content}
			isOpen={isOpen}
			typed={typed}
			onType={setTyped}
			onClose={() => setIsOpen(false)}
			onClosed={giveFocusBack}
			onError={onError}
		/>
	);
}

function contentNow(hasCsv: boolean): Content {
	const offer = offeredActions();
	const link = offer?.linkNow();
	return {
		link,
		ofLink: offer && link ? actionsOf(link, offer.actions, { hasKeys: offer.onHelp !== undefined }) : [],
		ofPage: pageActions({ hasCsv, onHelp: offer?.onHelp }),
	};
}

type PlaceholderProps = Pick<PaletteProps, "typed" | "onType" | "onClose">;

/** Captures typing until the palette's code has loaded, so that no letter reaches the page. */
function Placeholder({ typed, onType, onClose }: PlaceholderProps) {
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => field.current?.focus(), []);
	return createPortal(
		<>
			<div className={OVERLAY} onPointerDown={onClose} />
			<div role="dialog" aria-modal="true" aria-label={TITLE} aria-busy="true" className={PANEL}>
				<div className={FIELD_ROW}>
					<Search aria-hidden="true" />
					<input
						ref={field}
						value={typed}
						onChange={({ target }) => onType(target.value)}
						onKeyDown={({ key, nativeEvent }) => key === "Escape" && !nativeEvent.isComposing && onClose()}
						aria-label={FIELD_NAME}
						placeholder={FIELD_NAME}
						className={FIELD}
					/>
				</div>
			</div>
		</>,
		document.body,
	);
}
