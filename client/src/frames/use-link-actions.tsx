import {
	Archive,
	ArchiveRestore,
	ChartNoAxesColumn,
	Copy,
	CopyPlus,
	ExternalLink,
	Pencil,
	QrCode,
	Share2,
	Tags,
	Trash2,
} from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import type { LinkAction } from "#client/features/links/actions/link-action.ts";
import { TagManyDialog } from "#client/features/links/list/tag-many-dialog.tsx";
import { TagsDialog } from "#client/features/links/list/tags-dialog.tsx";
import { useArchiveLinks } from "#client/features/links/list/use-archive-links.ts";
import { useDeleteLinks } from "#client/features/links/list/use-delete-links.tsx";
import { useDuplicate } from "#client/features/links/list/use-duplicate.ts";
import { QrDialog } from "#client/features/links/qr/qr-dialog.tsx";
import { copyLink } from "#client/features/links/share/copy-link.ts";
import { ShareDialog } from "#client/features/links/share/share-dialog.tsx";
import { paths } from "#client/lib/paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import type { ListedLink, TagCount } from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";

type LinkActions = {
	actions: LinkAction[];
	dialogs: ReactNode;
};

type Options = {
	/** Called after a deletion, such as on the deleted link's page. */
	onDeleted?: () => void;
};

/**
 * Combines the link actions and dialogs of all features.
 * @param shown ids in the visible list, in order
 * @param tags those of the account
 */
export function useLinkActions(shown: readonly number[], tags: TagCount[], { onDeleted }: Options = {}): LinkActions {
	const { ask, dialog } = useDeleteLinks(shown);
	const { archive } = useArchiveLinks(shown);
	const duplicate = useDuplicate();
	const [linkToTag, setLinkToTag] = useState<ListedLink | null>(null);
	const [idsToTag, setIdsToTag] = useState<number[] | null>(null);
	const [linkToShare, setLinkToShare] = useState<LinkView | null>(null);
	const [linkOfCode, setLinkOfCode] = useState<LinkView | null>(null);

	// Memoized, because each row rerenders when its actions change.
	const actions = useMemo<LinkAction[]>(
		() => [
			{
				id: "edit",
				label: "Edit",
				Icon: Pencil,
				keywords: "change title image target slug",
				key: "e",
				isFor: isEnabled,
				href: (link) => paths.editLink(link.linkSlug),
			},
			{
				id: "copy",
				label: "Copy link",
				Icon: Copy,
				keywords: "clipboard address url",
				key: "c",
				isOutsideMenus: true,
				run: (link) => void copyLink(link.shortUrl),
			},
			{
				id: "open",
				label: "Open",
				Icon: ExternalLink,
				keywords: "visit new tab",
				opensTab: true,
				href: (link) => API.links.open(link.shortUrl),
			},
			{
				id: "statistics",
				label: "Statistics",
				Icon: ChartNoAxesColumn,
				keywords: "views people bots charts clicks",
				href: (link) => paths.linkStats(link.linkSlug),
			},
			{ id: "share", label: "Share", Icon: Share2, keywords: "send post whatsapp linkedin", run: setLinkToShare },
			{ id: "qr", label: "QR code", Icon: QrCode, keywords: "print scan", run: setLinkOfCode },
			{
				id: "tags",
				label: "Tags",
				Icon: Tags,
				keywords: "label group campaign",
				startsPart: true,
				run: setLinkToTag,
				many: { label: "Tag", runMany: setIdsToTag },
			},
			{
				id: "duplicate",
				label: "Duplicate",
				Icon: CopyPlus,
				keywords: "clone again",
				isFor: isEnabled,
				run: (link) => void duplicate(link),
			},
			{
				id: "archive",
				label: "Archive",
				Icon: Archive,
				keywords: "hide put away",
				isFor: (link) => !link.archived,
				run: ({ id }) => void archive([id], "archive"),
				many: { label: "Archive", inArchive: false, runMany: (ids) => void archive(ids, "archive") },
			},
			{
				id: "unarchive",
				label: "Restore from archive",
				Icon: ArchiveRestore,
				keywords: "unarchive bring back",
				isFor: (link) => link.archived,
				run: ({ id }) => void archive([id], "unarchive"),
				many: { label: "Restore", inArchive: true, runMany: (ids) => void archive(ids, "unarchive") },
			},
			{
				id: "delete",
				label: "Delete",
				Icon: Trash2,
				keywords: "remove",
				isDangerous: true,
				startsPart: true,
				run: (link) => ask({ ids: [link.id], link, ...(onDeleted && { onDeleted }) }),
				many: { label: "Delete", runMany: (ids, only) => ask({ ids, ...(only && { link: only }) }) },
			},
		],
		[archive, ask, duplicate, onDeleted],
	);
	return {
		actions,
		dialogs: (
			<>
				<ShareDialog link={linkToShare} onClose={() => setLinkToShare(null)} />
				<QrDialog link={linkOfCode} onClose={() => setLinkOfCode(null)} />
				<TagsDialog link={linkToTag} known={tags} onClose={() => setLinkToTag(null)} />
				<TagManyDialog ids={idsToTag} known={tags} onClose={() => setIdsToTag(null)} />
				{dialog}
			</>
		),
	};
}

const isEnabled = (link: ListedLink) => !link.disabled;
