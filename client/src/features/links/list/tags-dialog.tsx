import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { planHas, tagLimit } from "#shared/billing/plans/plan-features.ts";
import type { ListedLink, TagCount } from "#shared/links/link-list.ts";
import { TagField } from "./tag-field.tsx";
import { useTagLinks } from "./tag-links.ts";

type TagsDialogProps = {
	link: ListedLink | null;
	known: TagCount[];
	onClose: () => void;
};

/** One link's tags; each change is saved at once (P172). */
export function TagsDialog({ link, known, onClose }: TagsDialogProps) {
	if (!link) return null;
	return <OpenTagsDialog key={link.id} link={link} known={known} onClose={onClose} />;
}

function OpenTagsDialog({ link, known, onClose }: TagsDialogProps & { link: ListedLink }) {
	const [tags, setTags] = useState(link.tags);
	const [problem, setProblem] = useState<string | null>(null);
	const { tagLinks, isPending } = useTagLinks();
	const { subscription } = useActiveSubscription();
	const others = known.map(({ name }) => name).filter((name) => !tags.includes(name));

	async function change(to: "tag" | "untag", typed: string): Promise<string | null> {
		setProblem(null);
		const outcome = await tagLinks({ change: to, ids: [link.id], typed });
		if ("problem" in outcome) return outcome.problem;
		const { tag } = outcome;
		const isSame = (each: string) => each.toLowerCase() === tag.toLowerCase();
		const spelt = known.find(({ name }) => isSame(name))?.name ?? tag;
		setTags((now) => (to === "untag" ? now.filter((each) => each !== tag) : now.some(isSame) ? now : [...now, spelt]));
		return null;
	}

	async function takeAway(tag: string): Promise<void> {
		setProblem(await change("untag", tag));
	}

	return (
		<Dialog
			isOpen
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title="Tags"
			description={
				<span dir="auto" className="line-clamp-2 wrap-anywhere">
					{link.title}
				</span>
			}
			actions={<Button onClick={onClose}>Done</Button>}
		>
			<ul aria-label="Tags of this link" className="flex flex-wrap gap-2 empty:hidden">
				{tags.map((tag) => (
					<li key={tag} className="inline-flex items-center rounded-full border bg-sunken pl-3 text-sm">
						<span dir="auto" className="wrap-anywhere">
							{tag}
						</span>
						<button
							type="button"
							aria-label={`Remove the tag ${tag}`}
							disabled={isPending}
							onClick={() => void takeAway(tag)}
							className="grid size-11 place-items-center rounded-full text-muted hover:text-ink disabled:opacity-55 md:size-8"
						>
							<X aria-hidden="true" className="size-4" />
						</button>
					</li>
				))}
			</ul>
			{problem && (
				<p role="alert" className="text-sm text-danger">
					{problem}
				</p>
			)}
			<TagField
				suggested={others}
				isAllowed={planHas(subscription?.planId, "tags")}
				limit={tagLimit(subscription?.planId)}
				isBusy={isPending}
				onAdd={(typed) => change("tag", typed)}
			/>
		</Dialog>
	);
}
