import { type ReactNode, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Counter } from "#client/components/ui/counter.tsx";
import { Disclosure } from "#client/components/ui/disclosure.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import { Textarea } from "#client/components/ui/textarea.tsx";
import { UpgradeLink } from "#client/components/ui/upgrade-link.tsx";
import { BUTTON_LABEL_MAX } from "#shared/links/cards/card-override.ts";
import { CARD_TARGET_NAMES, type CardTarget, cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { CARD_PLATFORMS } from "#shared/links/cards/platforms.ts";
import { imageShapeOf } from "#shared/links/cards/target-image.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import type { LinkView } from "#shared/links/link.ts";
import { cleanLine, cleanText } from "#shared/platform/plain-text.ts";
import { type CardDraft, draftOf, draftText } from "./card-draft.ts";
import { type ImageEditing, PlatformCardImage } from "./platform-card-image.tsx";
import { type CardsBeingWritten, controlName } from "./use-card-drafts.ts";

type CustomCardProps = {
	link: LinkView;
	target: CardTarget;
	/** The selected one of the apps that get this card. */
	app: string;
	cards: CardsBeingWritten;
	isAllowed: boolean;
	/** Renders the crop editor, which belongs to another feature. */
	editImage: (editing: ImageEditing) => ReactNode;
};

/** Apps that share one card, because their fetchers can't be distinguished (P138). */
const SHARED: Partial<Record<CardTarget, string>> = {
	meta: "Facebook, Instagram, Messenger and Threads share one card.",
	others: "Every app without a card of its own here shares this one.",
};

const OTHERS = CARD_PLATFORMS.filter(({ id }) => cardTargetOf(id) === "others").length;

/** 'Customize for Discord': the card for one target instead of the link's own (P201). */
export function CustomCard({ link, target, app, cards, isAllowed, editImage }: CustomCardProps) {
	const name = CARD_TARGET_NAMES[target];
	const whom = target === "others" ? `${app} and ${OTHERS - 1} other apps` : name;
	const draft = cards.draft(target);
	const isMade = cards.savedOf(target) !== undefined;
	const isUnsaved = cards.unsaved.includes(target);
	const first = useRef<HTMLInputElement>(null);
	const change = (part: Partial<CardDraft>) => cards.change(target, { ...draft, ...part });
	const at = (...parts: (keyof CardDraft | null)[]) => cards.errorAt(target, ...parts);
	const { title, description, color, buttonLabel } = draft;
	const state = isUnsaved ? "Not saved yet" : isMade ? "Custom card" : isAllowed ? undefined : "Pro";

	function reset(): void {
		cards.change(target, draftOf(undefined));
		// The button disappears.
		first.current?.focus();
	}

	return (
		<Disclosure
			key={target}
			title={`Customize for ${whom}`}
			aside={state}
			startsOpen={isMade || isUnsaved || cards.refused === target}
		>
			<p className="text-sm text-muted">{SHARED[target]} Empty fields use the link's default card.</p>
			{!isAllowed && <UpgradeLink feature="platformCards" keepsMade={isMade} />}
			{cards.isError && <LoadFailed onRetry={cards.refetch}>The custom cards could not be loaded.</LoadFailed>}
			<fieldset disabled={!isAllowed || !cards.cards} className="flex min-w-0 flex-col gap-5">
				<Field
					label={`Title for ${name}`}
					error={at("title", null)}
					aside={<Counter length={cleanLine(title).length} max={LINK_LIMITS.title} />}
				>
					{(control) => (
						<Input
							{...control}
							ref={first}
							name={controlName(target, "title")}
							dir="auto"
							value={title}
							placeholder={link.title}
							onChange={(event) => change({ title: event.target.value })}
						/>
					)}
				</Field>
				<Field
					label={`Description for ${name}`}
					error={at("description")}
					aside={<Counter length={cleanText(description).length} max={LINK_LIMITS.description} />}
				>
					{(control) => (
						<Textarea
							{...control}
							name={controlName(target, "description")}
							dir="auto"
							value={description}
							placeholder={link.description}
							onChange={(event) => change({ description: event.target.value })}
						/>
					)}
				</Field>
				<PlatformCardImage
					label={`Image for ${name}`}
					name={controlName(target, "imageUrl")}
					error={at("imageUrl")}
					shape={imageShapeOf(target)}
					imageUrl={draft.imageUrl}
					savedUrl={cards.savedOf(target)?.imageUrl ?? null}
					making={cards.images.at(target)}
					linkImageUrl={link.imageUrl}
					editImage={editImage}
					onPick={(file) => void cards.images.start(target, { file, shape: imageShapeOf(target) })}
					onAgain={() => cards.images.again(target)}
					onDrop={() => cards.images.remove(target)}
					onChange={(imageUrl) => change({ imageUrl })}
				/>
				{target === "discord" && (
					<>
						<Field
							label="Button"
							error={at("buttonLabel")}
							hint="Opens your short link. Leave blank for no button."
							aside={<Counter length={cleanLine(buttonLabel).length} max={BUTTON_LABEL_MAX} />}
						>
							{(control) => (
								<Input
									{...control}
									name={controlName(target, "buttonLabel")}
									dir="auto"
									value={buttonLabel}
									placeholder="Read more"
									onChange={(event) => change({ buttonLabel: event.target.value })}
								/>
							)}
						</Field>
						<Field label="Accent color" error={at("color")} hint="The bar next to Discord's card, such as #cb3419">
							{(control) => (
								<Input
									{...control}
									name={controlName(target, "color")}
									value={color}
									spellCheck={false}
									onChange={(event) => change({ color: event.target.value })}
								/>
							)}
						</Field>
					</>
				)}
			</fieldset>
			{draftText(draft) !== "null" && (
				<Button variant="ghost" className="self-start" onClick={reset}>
					Reset to the default card
				</Button>
			)}
		</Disclosure>
	);
}
