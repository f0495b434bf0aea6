import { type FormEvent, useEffect, useState } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Counter } from "#client/components/ui/counter.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { LinkPicture } from "#client/components/ui/link-preview.tsx";
import { Textarea } from "#client/components/ui/textarea.tsx";
import { ApiError } from "#client/lib/api-client.ts";
import type { LinkCard } from "#shared/cards/card-override.ts";
import { CARD_TARGET_NAMES, type CardTarget } from "#shared/cards/card-targets.ts";
import { IMAGE_TYPES } from "#shared/links/image-file.ts";
import type { LinkView } from "#shared/links/link.ts";
import { LINK_LIMITS } from "#shared/links/link-form.ts";
import { useChangePlatformCard } from "./platform-cards.queries.ts";

type PlatformCardFormProps = {
	link: LinkView;
	target: CardTarget;
	/** What is shown to it now; without it, the link's own card is. */
	card: LinkCard | undefined;
	isAllowed: boolean;
};

/** What one target is shown: title, description, picture, and Discord's colour. */
export function PlatformCardForm({ link, target, card, isAllowed }: PlatformCardFormProps) {
	const name = CARD_TARGET_NAMES[target];
	const [title, setTitle] = useState(card?.title ?? "");
	const [description, setDescription] = useState(card?.description ?? "");
	const [color, setColor] = useState(card?.color ?? "");
	const [imageUrl, setImageUrl] = useState(card?.imageUrl ?? null);
	const [file, setFile] = useState<File | null>(null);
	const change = useChangePlatformCard(link.id);
	const shownFile = useObjectUrl(file);
	const shownUrl = shownFile ?? imageUrl ?? link.imageUrl;

	function save(event: FormEvent): void {
		event.preventDefault();
		const body = new FormData();
		for (const [field, value] of Object.entries({ title, description, color })) body.set(field, value.trim());
		body.set("imageUrl", imageUrl ?? "");
		if (file) body.set("image", file);
		change.mutate(
			{ target, body },
			{
				onSuccess: (cards) => {
					setImageUrl(cards.find((each) => each.target === target)?.imageUrl ?? null);
					setFile(null);
					toast({ title: "Success!", description: `Card for ${name} saved`, variant: "success" });
				},
			},
		);
	}

	function takeBack(): void {
		change.mutate(
			{ target, body: null },
			{
				onSuccess: () => {
					for (const empty of [setTitle, setDescription, setColor]) empty("");
					setImageUrl(null);
					setFile(null);
					toast({ title: "Success!", description: `${name} is shown the link's own card`, variant: "success" });
				},
			},
		);
	}

	return (
		<form noValidate onSubmit={save} className="flex min-w-0 flex-col gap-5">
			<fieldset disabled={!isAllowed} className="flex min-w-0 flex-col gap-5">
				<Field label={`Title for ${name}`} aside={<Counter length={title.length} max={LINK_LIMITS.title} />}>
					{(control) => (
						<Input
							{...control}
							value={title}
							placeholder={link.title}
							onChange={(event) => setTitle(event.target.value)}
						/>
					)}
				</Field>
				<Field
					label={`Description for ${name}`}
					aside={<Counter length={description.length} max={LINK_LIMITS.description} />}
				>
					{(control) => (
						<Textarea
							{...control}
							value={description}
							placeholder={link.description}
							onChange={(event) => setDescription(event.target.value)}
						/>
					)}
				</Field>
				<Field label={`Picture for ${name}`} hint={picked(file, imageUrl)}>
					{(control) => (
						<div className="flex flex-wrap items-center gap-4">
							<LinkPicture imageUrl={shownUrl} className="w-36 shrink-0 rounded-control border" />
							<input
								{...control}
								type="file"
								accept={IMAGE_TYPES.join(",")}
								onChange={(event) => setFile(event.target.files?.[0] ?? null)}
								className="max-w-full min-w-0 text-sm text-muted file:mr-3 file:min-h-11 file:rounded-control file:border file:border-control file:bg-surface file:px-4 file:font-semibold file:text-ink"
							/>
							{(file || imageUrl) && (
								<Button
									variant="ghost"
									onClick={() => {
										setFile(null);
										setImageUrl(null);
									}}
								>
									Take the link's own picture
								</Button>
							)}
						</div>
					)}
				</Field>
				{target === "discord" && (
					<Field label="Accent colour" hint="The bar beside Discord's card, such as #cb3419">
						{(control) => (
							<Input {...control} value={color} spellCheck={false} onChange={(event) => setColor(event.target.value)} />
						)}
					</Field>
				)}
			</fieldset>
			{change.error && (
				<p role="alert" className="text-danger">
					{problemOf(change.error)}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="secondary" isBusy={change.isPending} disabled={!isAllowed}>
					Save for {name}
				</Button>
				{card && (
					<Button variant="ghost" disabled={change.isPending} onClick={takeBack}>
						Show {name} the link's own card
					</Button>
				)}
			</div>
		</form>
	);
}

function picked(file: File | null, imageUrl: string | null): string {
	if (file) return file.name;
	return imageUrl ? "It has a picture of its own" : "The link's own picture is shown";
}

function problemOf(error: Error): string {
	return error instanceof ApiError ? error.serverMessage : "We could not reach the server. Please try again.";
}

/** An address to show a file by. */
function useObjectUrl(file: File | null): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return;
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => {
			URL.revokeObjectURL(made);
			setUrl(null);
		};
	}, [file]);
	return url;
}
