import { Copy, ExternalLink, Plus, QrCode, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink, buttonClass } from "#client/components/ui/button.tsx";
import { CloseButton } from "#client/components/ui/close-button.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { shortAddress } from "#client/lib/format.ts";
import { paths } from "#client/lib/paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import { QrDialog } from "../qr/qr-dialog.tsx";
import { copyLink } from "./copy-link.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { canShareBySystem, shareBySystem } from "./share-link.ts";

type MadeLinkPanelProps = { link: LinkView; takesFocus: boolean; onClose: () => void };

/** The finished card of a link that has just been made, and what one does with it next (P152). */
export function MadeLinkPanel({ link, takesFocus, onClose }: MadeLinkPanelProps) {
	const copyButton = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (takesFocus) copyButton.current?.focus();
	}, [takesFocus]);
	const [dialog, setDialog] = useState<"share" | "qr" | null>(null);

	return (
		<section
			aria-labelledby="made-link"
			className="enter grid gap-5 rounded-card border border-accent bg-surface p-4 sm:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] sm:items-center sm:gap-8 sm:p-6"
		>
			<LinkPreview
				title={link.title}
				description={link.description}
				imageUrl={link.imageUrl}
				address={shortAddress(link.shortUrl)}
				isHero
			/>
			<div className="flex min-w-0 flex-col gap-4">
				<div className="flex items-start justify-between gap-3">
					<div className="flex flex-col gap-1">
						<h2 id="made-link" className="text-2xl">
							Your new link
						</h2>
						<p className="text-muted">This is how it looks where you share it.</p>
					</div>
					<CloseButton label="Close the new link's panel" onClose={onClose} />
				</div>
				<div className="flex flex-wrap gap-3">
					<Button ref={copyButton} onClick={() => copyLink(link.shortUrl)}>
						<Copy aria-hidden="true" />
						Copy link
					</Button>
					<a href={link.shortUrl} target="_blank" rel="noreferrer" className={buttonClass({ variant: "secondary" })}>
						<ExternalLink aria-hidden="true" />
						Open
					</a>
					<Button
						variant="secondary"
						onClick={() => (canShareBySystem() ? void shareBySystem(link.shortUrl) : setDialog("share"))}
					>
						<Share2 aria-hidden="true" />
						Share
					</Button>
					<Button variant="secondary" onClick={() => setDialog("qr")}>
						<QrCode aria-hidden="true" />
						QR code
					</Button>
					<ButtonLink href={paths.newLink} variant="secondary">
						<Plus aria-hidden="true" />
						Make another
					</ButtonLink>
				</div>
			</div>
			<ShareDialog link={dialog === "share" ? link : null} onClose={() => setDialog(null)} />
			<QrDialog link={dialog === "qr" ? link : null} onClose={() => setDialog(null)} />
		</section>
	);
}
