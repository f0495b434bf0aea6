import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { formatCounted } from "#client/lib/format.ts";
import { planHas, tagLimit } from "#shared/billing/plans/plan-features.ts";
import { type ChangedLinks, type TagCount, TOO_MANY_TAGS } from "#shared/links/link-list.ts";
import { refreshList, useChangeLinks } from "./list.queries.ts";
import { TagField } from "./tag-field.tsx";
import { tagProblem, useTagLinks } from "./tag-links.ts";

type TagManyDialogProps = {
	/** The selected links; null keeps the dialog closed. */
	ids: number[] | null;
	known: TagCount[];
	onClose: () => void;
};

export function TagManyDialog({ ids, ...props }: TagManyDialogProps) {
	return ids && <OpenTagManyDialog ids={ids} {...props} />;
}

function OpenTagManyDialog({ ids, known, onClose }: TagManyDialogProps & { ids: number[] }) {
	const queryClient = useQueryClient();
	const { tagLinks, isPending, isThere } = useTagLinks();
	const { mutateAsync } = useChangeLinks();
	const [problem, setProblem] = useState<string | null>(null);
	const { subscription } = useActiveSubscription();
	const links = (count: number) => formatCounted(count, "link");

	async function change(to: "tag" | "untag", typed: string): Promise<string | null> {
		setProblem(null);
		const outcome = await tagLinks({ change: to, ids, typed });
		if ("problem" in outcome) return outcome.problem;
		// It may have been reopened meanwhile.
		if (isThere.current) onClose();
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

	async function takeAway(tag: string): Promise<void> {
		setProblem(await change("untag", tag));
	}

	async function undo(to: "tag" | "untag", tag: string, changed: number[]): Promise<void> {
		try {
			const change = to === "tag" ? "untag" : "tag";
			const { error } = await mutateAsync({ change, ids: changed, tag });
			if (error !== undefined) throw error;
			toast({ title: "Undone", variant: "success" });
		} catch (error) {
			toastFailure(tagProblem(error), error);
		}
		await refreshList(queryClient).catch(() => undefined);
	}

	return (
		<Dialog
			isOpen
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title={`Tag ${links(ids.length)}`}
			description="Tags you add here are added to the links' existing tags."
			actions={
				<Button variant="secondary" onClick={onClose}>
					Cancel
				</Button>
			}
		>
			<TagField
				suggested={known.map(({ name }) => name)}
				isAllowed={planHas(subscription?.planId, "tags")}
				limit={tagLimit(subscription?.planId)}
				isBusy={isPending}
				onAdd={(typed) => change("tag", typed)}
			/>
			{known.length > 0 && (
				<div className="flex flex-col gap-1.5">
					<p id="take-away" className="font-semibold">
						Remove
					</p>
					<ul aria-labelledby="take-away" className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
						{known.map(({ name }) => (
							<li key={name}>
								<Button
									variant="secondary"
									size="sm"
									className="max-md:min-h-11"
									disabled={isPending}
									onClick={() => void takeAway(name)}
								>
									{name}
								</Button>
							</li>
						))}
					</ul>
					{problem && (
						<p role="alert" className="text-sm text-danger">
							{problem}
						</p>
					)}
				</div>
			)}
		</Dialog>
	);
}
