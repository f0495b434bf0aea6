import * as RadixDialog from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import { Link2, Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { classNames } from "#client/lib/class-names.ts";
import { isCommandKey } from "#client/lib/command-key.ts";
import { followLink } from "#client/lib/follow-link.ts";
import { formatCounted, shortAddress } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import { LIST_LIMITS, type ListedLink } from "#shared/links/link-list.ts";
import { findActions, PALETTE_LIMITS } from "./find-actions.ts";
import type { PaletteAction } from "./palette-action.ts";
import { FIELD, FIELD_NAME, FIELD_ROW, OVERLAY, PANEL, TITLE } from "./palette-look.ts";
import { useFoundLinks } from "./use-found-links.ts";

export type PaletteProps = {
	isOpen: boolean;
	typed: string;
	onType: (text: string) => void;
	link: ListedLink | undefined;
	ofLink: readonly PaletteAction[];
	ofPage: readonly PaletteAction[];
	onClose: () => void;
	/** Called once it has closed, before the chosen action runs. */
	onClosed: () => void;
	/** @param error of the search, or null */
	onError: (error: Error | null) => void;
};

/** Actions and links by name: type, select with arrow keys, press Enter (P438). */
export function Palette({ isOpen, typed, onType, link, ofLink, ofPage, onClose, onClosed, onError }: PaletteProps) {
	const [, navigate] = useLocation();
	const field = useRef<HTMLInputElement>(null);
	const chosen = useRef<(() => void) | null>(null);
	const { links, error, isSearching } = useFoundLinks(typed, isOpen);
	useEffect(() => onError(error), [error, onError]);
	const shownOfLink = findActions(ofLink, typed).slice(0, PALETTE_LIMITS.actions);
	const shownOfPage = findActions(ofPage, typed).slice(0, PALETTE_LIMITS.actions - shownOfLink.length);
	const actions = shownOfLink.length + shownOfPage.length;

	/** Runs once the palette has closed and returned focus, so that a dialog returns it to the right place. */
	function choose(run: () => void): void {
		chosen.current = run;
		onClose();
	}

	function runChosen(event: Event): void {
		event.preventDefault();
		onClosed();
		const run = chosen.current;
		chosen.current = null;
		run?.();
	}

	function focusField(event: Event): void {
		// Radix would select the text typed while this was loading.
		event.preventDefault();
		field.current?.focus();
		field.current?.setSelectionRange(typed.length, typed.length);
	}

	const lineOf = (action: PaletteAction) => (
		<Line
			key={action.id}
			value={action.id}
			icon={<action.Icon aria-hidden="true" />}
			isDangerous={action.isDangerous}
			onChoose={() => choose("href" in action ? () => followLink(action.href, navigate, action) : action.run)}
		>
			<span className="truncate">{action.label}</span>
			{action.key && <kbd className={KEY}>{action.key.toUpperCase()}</kbd>}
		</Line>
	);

	return (
		<RadixDialog.Root open={isOpen} onOpenChange={(staysOpen) => !staysOpen && onClose()}>
			<RadixDialog.Portal>
				<RadixDialog.Overlay className={OVERLAY} />
				<RadixDialog.Content
					aria-describedby={undefined}
					onOpenAutoFocus={focusField}
					onCloseAutoFocus={runChosen}
					// Escape ends a composition first.
					onEscapeKeyDown={(event) => event.isComposing && event.preventDefault()}
					onKeyDown={(event) => {
						if (!isCommandKey(event, "k")) return;
						event.preventDefault();
						onClose();
					}}
					className={PANEL}
				>
					<RadixDialog.Title className="sr-only">{TITLE}</RadixDialog.Title>
					<Command label={FIELD_NAME} shouldFilter={false} loop vimBindings={false} className="flex min-h-0 flex-col">
						<div className={FIELD_ROW}>
							<Search aria-hidden="true" />
							<Command.Input
								ref={field}
								value={typed}
								onValueChange={onType}
								maxLength={LIST_LIMITS.search}
								placeholder={FIELD_NAME}
								className={FIELD}
							/>
						</div>
						<Command.List
							label="Actions and links"
							aria-busy={isSearching}
							className="max-h-[min(28rem,calc(100dvh-7rem))] overflow-y-auto p-1.5"
						>
							{shownOfLink.length > 0 && <Group heading={link?.title ?? ""}>{shownOfLink.map(lineOf)}</Group>}
							{shownOfPage.length > 0 && <Group heading="Actions">{shownOfPage.map(lineOf)}</Group>}
							{links.length > 0 && (
								<Group heading="Links">
									{links.map((each) => (
										<Line
											key={each.id}
											value={`to:${each.id}`}
											icon={<Link2 aria-hidden="true" />}
											onChoose={() => choose(() => followLink(pageOfLink(each), navigate))}
										>
											<span dir="auto" className="truncate">
												{each.title}
											</span>
											<span className="ml-auto max-w-[50%] shrink-0 truncate text-sm text-muted">
												{shortAddress(each.shortUrl)}
											</span>
										</Line>
									))}
								</Group>
							)}
							{error && <p className={NOTE}>Your links couldn't be searched. Please try again.</p>}
							{!error && !isSearching && actions + links.length === 0 && (
								<p className={NOTE}>No matching actions or links.</p>
							)}
						</Command.List>
					</Command>
					<p role="status" className="sr-only">
						{isSearching ? "" : `${formatCounted(actions, "action")}, ${formatCounted(links.length, "link")}`}
					</p>
				</RadixDialog.Content>
			</RadixDialog.Portal>
		</RadixDialog.Root>
	);
}

const KEY = "ml-auto rounded-[6px] border bg-paper px-1.5 text-sm text-muted";
const NOTE = "px-3 py-6 text-center text-muted";

function pageOfLink({ linkSlug, disabled }: ListedLink): string {
	return disabled ? paths.linkStats(linkSlug) : paths.editLink(linkSlug);
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
	return (
		<Command.Group
			heading={
				<span dir="auto" className="block truncate px-3 pt-2 pb-1 text-sm text-muted">
					{heading}
				</span>
			}
		>
			{children}
		</Command.Group>
	);
}

type LineProps = {
	value: string;
	icon: ReactNode;
	isDangerous?: boolean | undefined;
	onChoose: () => void;
	children: ReactNode;
};

function Line({ value, icon, isDangerous, onChoose, children }: LineProps) {
	return (
		<Command.Item
			value={value}
			onSelect={onChoose}
			className={classNames(
				"flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 select-none data-[selected=true]:bg-sunken md:min-h-9 [&_svg]:size-[1.125rem] [&_svg]:shrink-0",
				isDangerous ? "text-danger" : "[&_svg]:text-muted",
			)}
		>
			{icon}
			{children}
		</Command.Item>
	);
}
