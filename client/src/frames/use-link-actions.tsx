import { Archive, ArchiveRestore, ChartNoAxesColumn, CopyPlus, QrCode, Share2, Tags, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { LinkAction } from "#client/features/links/list/link-action.ts";
import { TagManyDialog } from "#client/features/links/list/tag-many-dialog.tsx";
import { TagsDialog } from "#client/features/links/list/tags-dialog.tsx";
import { useArchiveLinks } from "#client/features/links/list/use-archive-links.ts";
import { type DeleteLinks, useDeleteLinks } from "#client/features/links/list/use-delete-links.tsx";
import { useDuplicate } from "#client/features/links/list/use-duplicate.ts";
import { QrDialog } from "#client/features/links/qr/qr-dialog.tsx";
import { ShareDialog } from "#client/features/links/share/share-dialog.tsx";
import { paths } from "#client/lib/paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { ListedLink, TagCount } from "#shared/links/link-list.ts";

type LinkActions = {
	/** The entries of each row's menu, in their order. */
	actions: LinkAction[];
	/** What is done with several at once, too. */
	deleteLinks: DeleteLinks["ask"];
	archiveLinks: ReturnType<typeof useArchiveLinks>["archive"];
	isArchiving: boolean;
	tagMany: (ids: number[]) => void;
	/** What they open; stands once beside the list. */
	dialogs: ReactNode;
};

/**
 * What can be done with a link from its row, whichever feature does it: each adds its entry here, and its dialog where
 * it has one.
 * @param shown ids of the list in view, in order
 * @param tags those of the account
 */
export function useLinkActions(shown: readonly number[], tags: TagCount[]): LinkActions {
	const deleting = useDeleteLinks(shown);
	const { archive: archiveLinks, isArchiving } = useArchiveLinks(shown);
	const duplicate = useDuplicate();
	const [linkToTag, setLinkToTag] = useState<ListedLink | null>(null);
	const [idsToTag, setIdsToTag] = useState<number[] | null>(null);
	const [linkToShare, setLinkToShare] = useState<LinkView | null>(null);
	const [linkOfCode, setLinkOfCode] = useState<LinkView | null>(null);

	const { ask } = deleting;
	// The same ones as long as they do the same: each row is drawn anew for others.
	const actions = useMemo<LinkAction[]>(
		() => [
			{ label: "Statistics", Icon: ChartNoAxesColumn, href: (link) => paths.linkStats(link.linkSlug) },
			{ label: "Share", Icon: Share2, run: setLinkToShare },
			{ label: "QR code", Icon: QrCode, run: setLinkOfCode },
			{ label: "Tags", Icon: Tags, startsPart: true, run: setLinkToTag },
			{ label: "Duplicate", Icon: CopyPlus, isFor: isEnabled, run: (link) => void duplicate(link) },
			{ label: "Archive", Icon: Archive, isFor: isInSight, run: ({ id }) => void archiveLinks([id], "archive") },
			{
				label: "Restore from archive",
				Icon: ArchiveRestore,
				isFor: (link) => link.archived,
				run: ({ id }) => void archiveLinks([id], "unarchive"),
			},
			{
				label: "Delete",
				Icon: Trash2,
				isDangerous: true,
				startsPart: true,
				run: (link) => ask({ ids: [link.id], link }),
			},
		],
		[archiveLinks, ask, duplicate],
	);
	return {
		actions,
		deleteLinks: ask,
		archiveLinks,
		isArchiving,
		tagMany: setIdsToTag,
		dialogs: (
			<>
				<ShareDialog link={linkToShare} onClose={() => setLinkToShare(null)} />
				<QrDialog link={linkOfCode} onClose={() => setLinkOfCode(null)} />
				<TagsDialog link={linkToTag} known={tags} onClose={() => setLinkToTag(null)} />
				<TagManyDialog ids={idsToTag} known={tags} onClose={() => setIdsToTag(null)} />
				{deleting.dialog}
			</>
		),
	};
}

const isEnabled = (link: ListedLink) => !link.disabled;
const isInSight = (link: ListedLink) => !link.archived;
