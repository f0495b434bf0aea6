import { type FormEvent, type ReactNode, useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Counter } from "#client/components/ui/counter.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { Textarea } from "#client/components/ui/textarea.tsx";
import { useFocusHandedOn } from "#client/lib/use-focus-handed-on.ts";
import { BUTTON_LABEL_MAX } from "#shared/cards/card-override.ts";
import { CARD_TARGET_NAMES, type CardTarget } from "#shared/cards/card-targets.ts";
import { pictureShapeOf } from "#shared/cards/target-picture.ts";
import { LINK_LIMITS } from "#shared/links/field-schemas.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { CardDraft } from "./card-draft.ts";
import { type PictureEditing, PlatformCardPicture } from "./platform-card-picture.tsx";
import { useCardRefusal } from "./use-card-refusal.ts";

type PlatformCardFormProps = {
	link: LinkView;
	target: CardTarget;
	draft: CardDraft;
	/** Whether another card than the link's is saved for it. */
	isMade: boolean;
	isAllowed: boolean;
	/** Draws the editor in which a section of a picture is chosen. */
	editPicture: (editing: PictureEditing) => ReactNode;
	isBusy: boolean;
	/** Why the last save or taking back came to nothing. */
	error: Error | null;
	onDraft: (draft: CardDraft) => void;
	onSave: () => void;
	/** Gives the target the link's own card again. */
	onTakeBack: () => void;
	/** Where the focus goes when the button for that does. */
	onTakenBack: () => void;
};

/** What one target is shown: title, description, picture, and Discord's colour. */
export function PlatformCardForm({
	link,
	target,
	draft,
	isMade,
	isAllowed,
	editPicture,
	isBusy,
	error,
	onDraft,
	onSave,
	onTakeBack,
	onTakenBack,
}: PlatformCardFormProps) {
	const name = CARD_TARGET_NAMES[target];
	const change = (part: Partial<CardDraft>) => onDraft({ ...draft, ...part });
	const { title, description, color, buttonLabel } = draft;
	const form = useRef<HTMLFormElement>(null);
	const { at, reason } = useCardRefusal({ form, error, draft });

	function save(event: FormEvent): void {
		event.preventDefault();
		onSave();
	}

	return (
		<form ref={form} noValidate onSubmit={save} className="flex min-w-0 flex-col gap-5">
			<fieldset disabled={!isAllowed} className="flex min-w-0 flex-col gap-5">
				<Field
					label={`Title for ${name}`}
					error={at("title")}
					aside={<Counter length={title.length} max={LINK_LIMITS.title} />}
				>
					{(control) => (
						<Input
							{...control}
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
					aside={<Counter length={description.length} max={LINK_LIMITS.description} />}
				>
					{(control) => (
						<Textarea
							{...control}
							dir="auto"
							value={description}
							placeholder={link.description}
							onChange={(event) => change({ description: event.target.value })}
						/>
					)}
				</Field>
				<PlatformCardPicture
					label={`Image for ${name}`}
					error={at("file", "cut", "imageUrl")}
					shape={pictureShapeOf(target)}
					draft={draft}
					linkImageUrl={link.imageUrl}
					editPicture={editPicture}
					onChange={change}
				/>
				{target === "discord" && (
					<Field
						label="Button"
						error={at("buttonLabel")}
						hint="Opens your short link. Leave blank for no button."
						aside={<Counter length={buttonLabel.length} max={BUTTON_LABEL_MAX} />}
					>
						{(control) => (
							<Input
								{...control}
								dir="auto"
								value={buttonLabel}
								placeholder="Read more"
								onChange={(event) => change({ buttonLabel: event.target.value })}
							/>
						)}
					</Field>
				)}
				{target === "discord" && (
					<Field label="Accent color" error={at("color")} hint="The bar next to Discord's card, such as #cb3419">
						{(control) => (
							<Input
								{...control}
								value={color}
								spellCheck={false}
								onChange={(event) => change({ color: event.target.value })}
							/>
						)}
					</Field>
				)}
			</fieldset>
			{reason && (
				<p role="alert" className="text-danger">
					{reason}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="secondary" isBusy={isBusy} disabled={!isAllowed}>
					Save for {name}
				</Button>
				{isMade && (
					<TakeBack isBusy={isBusy} onPress={onTakeBack} handOn={onTakenBack}>
						Reset to the default card
					</TakeBack>
				)}
			</div>
		</form>
	);
}

type TakeBackProps = { isBusy: boolean; onPress: () => void; handOn: () => void; children: ReactNode };

/** Keeps the focus while the call is under way, which a disabled button does not, so that it can be handed on. */
function TakeBack({ isBusy, onPress, handOn, children }: TakeBackProps) {
	const button = useRef<HTMLButtonElement>(null);
	useFocusHandedOn(button, handOn);
	return (
		<Button
			ref={button}
			variant="ghost"
			aria-disabled={isBusy}
			className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
			onClick={() => !isBusy && onPress()}
		>
			{children}
		</Button>
	);
}
