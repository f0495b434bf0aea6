import { Copy, ExternalLink, Share2 } from "lucide-react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { classNames } from "#client/lib/class-names.ts";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { copyLink } from "./copy-link.ts";
import { canShareBySystem, shareBySystem } from "./share-link.ts";
import { SHARE_LINKS } from "./share-links.ts";

type ShareDialogProps = {
	link: Pick<LinkView, "title" | "shortUrl"> | null;
	onClose: () => void;
};

/** Ways to share a link: the system's share sheet if available, and each service's share URL (P186). */
export function ShareDialog({ link, onClose }: ShareDialogProps) {
	if (!link) return null;
	const { title, shortUrl } = link;

	/** Next to an open dialog, a toast could be neither announced nor dismissed. */
	function closeAnd(work: (shortUrl: string) => Promise<void>): void {
		onClose();
		void work(shortUrl);
	}

	return (
		<Dialog
			isOpen
			onOpenChange={(staysOpen) => !staysOpen && onClose()}
			title="Share this link"
			description={<span className="wrap-anywhere">{shortAddress(shortUrl)}</span>}
			actions={
				<>
					<Button variant="secondary" onClick={onClose}>
						Close
					</Button>
					<Button onClick={() => closeAnd(copyLink)}>
						<Copy aria-hidden="true" />
						Copy link
					</Button>
				</>
			}
		>
			{canShareBySystem() && (
				<Button variant="secondary" onClick={() => closeAnd(shareBySystem)}>
					<Share2 aria-hidden="true" />
					By this device
				</Button>
			)}
			<ul className="grid grid-cols-2 gap-2">
				{SHARE_LINKS.map(({ name, href }) => (
					<li key={name} className="flex">
						<a
							href={href({ url: shortUrl, title })}
							target="_blank"
							rel="noopener noreferrer"
							className={classNames(buttonClass({ variant: "secondary" }), "min-w-0 flex-1 px-3! sm:justify-between!")}
						>
							{name}
							<ExternalLink aria-hidden="true" className="text-muted max-sm:hidden" />
						</a>
					</li>
				))}
			</ul>
		</Dialog>
	);
}
