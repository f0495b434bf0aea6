import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { CONTROL_CLASS } from "#client/components/ui/input.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { PartBoundary } from "#client/components/ui/part-boundary.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { CARD_TARGET_NAMES, CARD_TARGETS, type CardTarget } from "#shared/cards/card-targets.ts";
import type { LinkView } from "#shared/links/link.ts";
import { type CardDraft, type CardDrafts, draftBody, draftOf, unsavedTargets } from "./card-draft.ts";
import { PlatformCardForm } from "./platform-card-form.tsx";
import type { PictureEditing } from "./platform-card-picture.tsx";
import { platformCardsQuery, useChangePlatformCard } from "./platform-cards.queries.ts";

const DraftedCard = lazy(async () => ({ default: (await import("./drafted-card.tsx")).DraftedCard }));

type PlatformCardsProps = {
	link: LinkView;
	/** Whether the plan may make them. */
	isAllowed: boolean;
	/** Draws the editor in which a section of a picture is chosen. */
	editPicture: (editing: PictureEditing) => ReactNode;
	/** Told the names of the apps whose card is written and not saved, such as 'Discord and X'; null for none. */
	onUnsaved: (names: string | null) => void;
};

const and = new Intl.ListFormat("en");

/** 'Customize per app': what one of six targets is shown in place of the link's own card (P201). */
export function PlatformCards({ link, isAllowed, editPicture, onUnsaved }: PlatformCardsProps) {
	const [target, setTarget] = useState<CardTarget>("whatsapp");
	const [drafts, setDrafts] = useState<CardDrafts>({});
	const { data: cards, isError, refetch } = useQuery(platformCardsQuery(link.id));
	useAskAgain([platformCardsQuery(link.id).queryKey]);
	const [isOpen, setIsOpen] = useState(false);
	const change = useChangePlatformCard(link);
	const select = useId();
	const app = useRef<HTMLSelectElement>(null);
	const isShown = isOpen && cards !== undefined;
	const made = cards?.map((card) => CARD_TARGET_NAMES[card.target]) ?? [];
	const card = cards?.find((each) => each.target === target);
	const draft = drafts[target] ?? draftOf(card);
	const unsaved = unsavedTargets(drafts, cards ?? []);
	const names = unsaved.length > 0 ? and.format(unsaved.map((each) => CARD_TARGET_NAMES[each])) : null;
	useEffect(() => onUnsaved(names), [onUnsaved, names]);
	useEffect(() => {
		// The button that opened it is gone.
		if (isShown && document.activeElement === document.body) app.current?.focus();
	}, [isShown]);

	function send(body: FormData | null): void {
		const name = CARD_TARGET_NAMES[target];
		const description = body ? `Card for ${name} saved` : `${name} now shows the default card`;
		change.mutate(
			{ target, body },
			{
				onSuccess: () => {
					// What was typed while it was on its way stays.
					setDrafts((all) => (all[target] === drafts[target] ? { ...all, [target]: undefined } : all));
					toast({ title: "Success!", description, variant: "success" });
				},
			},
		);
	}

	return (
		<section aria-labelledby="platform-cards" className="flex flex-col gap-4">
			<h2 id="platform-cards" className="text-2xl">
				Customize per app
			</h2>
			<p className="max-w-3xl text-muted">
				Empty fields use the link's default card. Facebook, Instagram, Messenger and Threads share one card.
				{made.length > 0 && ` Custom card for: ${made.join(", ")}.`}
			</p>
			{!isAllowed && <UpgradeLink className="self-start" />}
			{!isOpen && (
				<Button variant="secondary" className="self-start" onClick={() => setIsOpen(true)}>
					{made.length > 0 ? "Edit custom cards" : "Add a custom card"}
				</Button>
			)}
			{isOpen && !cards && !isError && <Skeleton className="h-48 w-full" />}
			{isError && <LoadFailed onRetry={() => void refetch()}>These cards could not be loaded.</LoadFailed>}
			{isShown && (
				<>
					<div className="flex flex-col gap-1.5">
						<label htmlFor={select} className="font-semibold">
							App
						</label>
						<select
							ref={app}
							id={select}
							value={target}
							onChange={(event) => setTarget(CARD_TARGETS.find((each) => each === event.target.value) ?? target)}
							className={`${CONTROL_CLASS} h-11 px-3`}
						>
							{CARD_TARGETS.map((each) => (
								<option key={each} value={each}>
									{CARD_TARGET_NAMES[each]}
								</option>
							))}
						</select>
						{names && <p className="text-sm text-muted">Not saved yet: {names}.</p>}
					</div>
					<div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-14">
						<PlatformCardForm
							key={target}
							link={link}
							target={target}
							draft={draft}
							isMade={card !== undefined}
							isAllowed={isAllowed}
							editPicture={editPicture}
							isBusy={change.isPending}
							error={change.variables?.target === target ? change.error : null}
							onDraft={(next: CardDraft) => setDrafts((all) => ({ ...all, [target]: next }))}
							onSave={() => send(draftBody(draft))}
							onTakeBack={() => send(null)}
							onTakenBack={() => app.current?.focus()}
						/>
						<PartBoundary>
							<Suspense fallback={<Skeleton className="h-64 w-full" />}>
								<DraftedCard link={link} target={target} draft={draft} saved={card} />
							</Suspense>
						</PartBoundary>
					</div>
				</>
			)}
		</section>
	);
}
