import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { formatCount } from "#client/lib/format.ts";
import { type ChangedLinks, type TagCount, TOO_MANY_TAGS } from "#shared/links/link-list.ts";
import { planHas } from "#shared/plans/plan-features.ts";
import { refreshList, useChangeLinks } from "./list.queries.ts";
import { TagField } from "./tag-field.tsx";
import { useTagLinks } from "./tag-links.ts";

type TagManyDialogProps = {
	/** The chosen links; null keeps the dialog closed. */
	ids: number[] | null;
	/** All tags of the account. */
	known: TagCount[];
	onClose: () => void;
};

/** Gives several links a tag, or takes one from them; either can be undone. */
export function TagManyDialog({ ids, known, onClose }: TagManyDialogProps) {
	const queryClient = useQueryClient();
	const { tagLinks, isPending } = useTagLinks();
	const { mutateAsync } = useChangeLinks();
	const { subscription } = useActiveSubscription();
	if (!ids) return null;
	const links = (count: number) => (count === 1 ? "1 link" : `${formatCount(count)} links`);

	async function change(to: "tag" | "untag", typed: string): Promise<string | null> {
		const outcome = await tagLinks({ change: to, ids: ids ?? [], typed });
		if ("problem" in outcome) return outcome.problem;
		onClose();
		say(to, outcome.tag, outcome.answer);
		return null;
	}

	function say(to: "tag" | "untag", tag: string, { changed, refused }: ChangedLinks): void {
		const done = to === "tag" ? `${links(changed.length)} tagged` : `Tag taken from ${links(changed.length)}`;
		toast({
			title: "Success!",
			description: refused.length > 0 ? `${done}; ${links(refused.length)} not: ${TOO_MANY_TAGS}` : done,
			variant: "success",
			...(changed.length > 0 && { action: { label: "Undo", run: () => void undo(to, tag, changed) } }),
		});
	}

	async function undo(to: "tag" | "untag", tag: string, changed: number[]): Promise<void> {
		try {
			await mutateAsync({ change: to === "tag" ? "untag" : "tag", ids: changed, tag });
			toast({ title: "Undone", variant: "success" });
		} catch (error) {
			const description = "The tags could not be changed. Please try again.";
			toast({ title: "Error", description, variant: "destructive", error });
		}
		await refreshList(queryClient).catch(() => undefined);
	}

	return (
		<Dialog
			isOpen
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title={`Tag ${links(ids.length)}`}
			description="A tag that you give here is added to those that the links have."
			actions={
				<Button variant="secondary" onClick={onClose}>
					Cancel
				</Button>
			}
		>
			<TagField
				suggested={known.map(({ name }) => name)}
				isAllowed={planHas(subscription?.planId, "tags")}
				isBusy={isPending}
				onAdd={(typed) => change("tag", typed)}
			/>
			{known.length > 0 && (
				<div className="flex flex-col gap-1.5">
					<p id="take-away" className="font-semibold">
						Take away
					</p>
					<ul aria-labelledby="take-away" className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
						{known.map(({ name }) => (
							<li key={name}>
								<Button
									variant="secondary"
									size="sm"
									className="max-md:min-h-11"
									onClick={() => void change("untag", name)}
								>
									{name}
								</Button>
							</li>
						))}
					</ul>
				</div>
			)}
		</Dialog>
	);
}
