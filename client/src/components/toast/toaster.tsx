import * as RadixToast from "@radix-ui/react-toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "#client/lib/class-names.ts";
import { isForPage } from "#client/lib/letter-keys.ts";
import { dismissToast, type Toast, type ToastVariant, undoLast, useToast } from "./use-toast.ts";

const SHOWN_FOR_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;
const TOAST_PX = 140;
const TOAST_WIDTH_PX = 420;

type ToasterProps = {
	isWanted: boolean;
};

/** The notification region: F8 focuses it, a swipe to the right dismisses the toast. */
export function Toaster({ isWanted }: ToasterProps) {
	const toast = useToast();
	const region = useRef<HTMLOListElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the region is there
	useEffect(() => {
		if (isWanted) region.current?.focus();
	}, []);
	useUndoKey();
	const isAtTop = useIsFocusBelow(toast?.id);
	return (
		<RadixToast.Provider duration={SHOWN_FOR_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
			{toast && <ToastCard key={toast.id} toast={toast} />}
			<RadixToast.Viewport
				ref={region}
				hotkey={["F8"]}
				className={classNames(
					"fixed left-0 z-60 flex w-full flex-col gap-2 p-4 outline-none max-sm:p-2 md:max-w-[420px]",
					isAtTop ? "top-16" : "bottom-0 max-md:bottom-[var(--bar-height,0px)]",
				)}
			/>
		</RadixToast.Provider>
	);
}

/** Ctrl or ⌘ + Z outside fields undoes the last undoable change (P339). */
function useUndoKey(): void {
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			const isUndo =
				(event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
			if (isUndo && isForPage(event) && undoLast()) event.preventDefault();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, []);
}

/** Whether a toast would cover the focused element or another error of its form (P336). */
function useIsFocusBelow(toastId: number | undefined): boolean {
	const [isBelow, setIsBelow] = useState(false);
	useLayoutEffect(() => {
		if (toastId === undefined) return;
		const look = () => {
			const focused = document.activeElement;
			if (!focused?.closest("main")) return;
			const mistakes = document.querySelectorAll("main [aria-invalid=true]");
			setIsBelow([focused.closest("[data-link]") ?? focused, ...mistakes].some(isBelowToast));
		};
		setIsBelow(false);
		look();
		document.addEventListener("focusin", look);
		return () => document.removeEventListener("focusin", look);
	}, [toastId]);
	return isBelow;
}

function isBelowToast(element: Element): boolean {
	const { top, bottom, left } = element.getBoundingClientRect();
	return bottom > window.innerHeight - TOAST_PX && top < window.innerHeight && left < TOAST_WIDTH_PX;
}

function ToastCard({ toast }: { toast: Toast }) {
	const { Icon, tone } = LOOKS[toast.variant];
	const actions = toast.actions.map(({ label, run }) => (
		<RadixToast.Action
			key={label}
			altText={`${label} (press F8 to reach it)`}
			onClick={run}
			className={classNames(
				"min-h-11 shrink-0 rounded-control border border-line px-3 text-sm font-semibold transition-colors hover:border-control hover:bg-sunken sm:min-h-9",
				toast.actions.length === 1 && "-my-1.5",
			)}
		>
			{label}
		</RadixToast.Action>
	));
	return (
		<RadixToast.Root
			type={toast.variant === "destructive" ? "foreground" : "background"}
			onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
			className={classNames(
				"slide-in flex w-full items-start gap-3 rounded-card border bg-surface p-4 pr-3 max-sm:gap-2 shadow-[0_8px_30px_rgb(0_0_0/0.12)]",
				"data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:opacity-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
			)}
		>
			<Icon aria-hidden="true" className={classNames("mt-0.5 size-5 shrink-0", tone)} />
			{/* If both are short, title and text share a line. */}
			<div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
				<RadixToast.Title className="font-semibold">{toast.title}</RadixToast.Title>
				{toast.description && (
					<RadixToast.Description className="text-sm text-muted">{toast.description}</RadixToast.Description>
				)}
				{toast.requestId && <p className="mt-1 w-full text-xs break-all text-muted">Request {toast.requestId}</p>}
				{/* With several buttons, a phone has no room for the text. */}
				{actions.length > 1 && <div className="mt-3 flex w-full flex-wrap gap-2">{actions}</div>}
			</div>
			{actions.length === 1 && actions}
			<RadixToast.Close
				aria-label="Dismiss notification"
				className="-my-1 grid size-8 shrink-0 place-items-center rounded-[8px] text-muted transition-colors hover:bg-sunken hover:text-ink"
			>
				<X aria-hidden="true" className="size-4" />
			</RadixToast.Close>
		</RadixToast.Root>
	);
}

const LOOKS: Record<ToastVariant, { Icon: typeof Info; tone: string }> = {
	default: { Icon: Info, tone: "text-bot" },
	destructive: { Icon: CircleAlert, tone: "text-danger" },
	success: { Icon: CircleCheck, tone: "text-good" },
};
