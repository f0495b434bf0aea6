import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { Input } from "#client/components/ui/input.tsx";
import { apiRequest, saidBy } from "#client/lib/api-client.ts";
import { formatCounted } from "#client/lib/format.ts";
import { LIST_LIMITS, type TagCount, tagName } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import { refreshList } from "./list.queries.ts";

type ManageTagsDialogProps = {
	isOpen: boolean;
	tags: TagCount[];
	onClose: () => void;
	/** Called with a tag's new name, or undefined once it is removed. */
	onChanged: (tag: string, name: string | undefined) => void;
};

/** All tags of the account, to rename or remove everywhere (P172). */
export function ManageTagsDialog({ isOpen, tags, onClose, onChanged }: ManageTagsDialogProps) {
	return (
		<Dialog
			isOpen={isOpen}
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title="Your tags"
			description="Changes apply to every link with this tag; the links stay."
			actions={<Button onClick={onClose}>Done</Button>}
		>
			{tags.length === 0 && <p className="text-muted">You have no tags.</p>}
			<ul aria-label="Your tags" className="flex flex-col gap-3">
				{tags.map((tag) => (
					<TagRow key={tag.name} tag={tag} onChanged={(name) => onChanged(tag.name, name)} />
				))}
			</ul>
		</Dialog>
	);
}

function TagRow({ tag: { name, count }, onChanged }: { tag: TagCount; onChanged: (name: string | undefined) => void }) {
	const queryClient = useQueryClient();
	const [typed, setTyped] = useState(name);
	const [isSure, setIsSure] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const { mutateAsync, isPending } = useMutation({
		mutationFn: (to: string | undefined) =>
			to === undefined
				? apiRequest("DELETE", API.links.tag(name))
				: apiRequest("PUT", API.links.tag(name), { name: to }),
	});

	async function change(to: string | undefined): Promise<void> {
		setProblem(null);
		try {
			await mutateAsync(to);
			onChanged(to);
			await refreshList(queryClient).catch(() => undefined);
		} catch (error) {
			setProblem(saidBy(error) ?? "The tag could not be changed. Please try again.");
		}
	}

	async function rename(event: FormEvent): Promise<void> {
		event.preventDefault();
		const wanted = tagName.safeParse(typed);
		if (!wanted.success) return setProblem(wanted.error.issues[0]?.message ?? "Invalid input");
		await change(wanted.data);
	}

	return (
		<li>
			<form onSubmit={(event) => void rename(event)} className="flex flex-wrap items-center gap-2">
				<Input
					aria-label={`Name of the tag ${name}`}
					aria-invalid={problem !== null}
					value={typed}
					maxLength={LIST_LIMITS.tag}
					onChange={({ target }) => setTyped(target.value)}
					className="min-w-32 flex-1"
				/>
				{typed !== name ? (
					<Button type="submit" variant="secondary" isBusy={isPending}>
						Rename
					</Button>
				) : (
					<Button
						variant={isSure ? "danger" : "quiet-danger"}
						isBusy={isPending}
						// The second click of a double click is no confirmation.
						onClick={({ detail }) => (isSure ? detail < 2 && void change(undefined) : setIsSure(true))}
						onBlur={() => setIsSure(false)}
					>
						{isSure ? "Really remove" : "Remove"}
						<span className="sr-only"> {name}</span>
					</Button>
				)}
			</form>
			<p className={problem ? "text-sm text-danger" : "text-sm text-muted"} role={problem ? "alert" : undefined}>
				{problem ?? `On ${formatCounted(count, "link")}`}
			</p>
		</li>
	);
}
