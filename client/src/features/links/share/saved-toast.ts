import { toast } from "#client/components/toast/use-toast.ts";
import type { LinkView } from "#shared/links/link.ts";
import { copyLink } from "./copy-link.ts";

type Saved = {
	saved: LinkView;
	/** The link before the save; undefined for a new one. */
	edited: LinkView | undefined;
	onMakeAnother: () => void;
};

/**
 * Says that a link was saved, and copies its address if asked to. After a change of its card that is the fresh address,
 * which every app reads again (P137).
 */
export function toastSaved({ saved, edited, onMakeAnother }: Saved): void {
	const isFresh = edited !== undefined && edited.cardVersion !== saved.cardVersion;
	const address = isFresh ? `${saved.shortUrl}?v=${saved.cardVersion ?? 1}` : saved.shortUrl;
	const copy = { label: isFresh ? "Copy fresh link" : "Copy", run: () => void copyLink(address) };
	toast({
		title: "Success!",
		description: edited ? "Link updated successfully" : "Link created successfully",
		variant: "success",
		actions: edited ? [copy] : [copy, { label: "Make another", run: onMakeAnother }],
	});
}
