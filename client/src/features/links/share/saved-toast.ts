import { toast } from "#client/components/toast/use-toast.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { FlagEffect } from "#shared/moderation/guard/moderation-reason.ts";
import { copyLink } from "./copy-link.ts";

type Saved = {
	saved: LinkView;
	/** The link before the save; undefined for a new one. */
	edited: LinkView | undefined;
	onMakeAnother: () => void;
	onShowFlag: () => void;
};

const EFFECTS: Record<FlagEffect, string> = {
	none: ". We'll look at it. Visitors and apps see it as usual.",
	page: ". Visitors see where it leads first.",
	plain: ". Visitors see where it leads first, until we've looked at it.",
	closed: ". It stays closed until we've reviewed it.",
};

/**
 * After a card change it copies the fresh URL, which every app fetches again (P137); a flagged link shows why (P383).
 */
export function toastSaved({ saved, edited, onMakeAnother, onShowFlag }: Saved): void {
	const isFresh = edited !== undefined && edited.cardVersion !== saved.cardVersion;
	const address = isFresh ? `${saved.shortUrl}?v=${saved.cardVersion ?? 1}` : saved.shortUrl;
	const copy = { label: isFresh ? "Copy fresh link" : "Copy", run: () => void copyLink(address) };
	const description = edited ? "Link updated successfully" : "Link created successfully";
	if (saved.flag) {
		const actions = [{ label: "See why", run: onShowFlag }, copy];
		toast({ title: "Success!", description: description + EFFECTS[saved.flag.effect], actions });
		return;
	}
	toast({
		title: "Success!",
		description,
		variant: "success",
		actions: edited ? [copy] : [copy, { label: "Make another", run: onMakeAnother }],
	});
}
