import { Bookmark, Copy } from "lucide-react";
import { type MouseEvent, useCallback, useState } from "react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { Dialog } from "#client/components/ui/dialog.tsx";
import { publicOrigin } from "#client/lib/public-origin.ts";
import { copyLink } from "../share/copy-link.ts";
import { bookmarklet } from "./bookmarklet.ts";

type FromAnyPageProps = { isOpen: boolean; onClose: () => void };

/** How to start a link from any page: a bookmarklet, or a phone's share sheet (P163). */
export function FromAnyPage({ isOpen, onClose }: FromAnyPageProps) {
	const [isPressed, setIsPressed] = useState(false);
	const address = bookmarklet(publicOrigin());
	// React refuses script URLs. This one is only dragged: our CSP runs none.
	const writeAddress = useCallback((link: HTMLAnchorElement | null) => link?.setAttribute("href", address), [address]);

	function explain(event: MouseEvent): void {
		event.preventDefault();
		setIsPressed(true);
	}

	function close(): void {
		setIsPressed(false);
		onClose();
	}

	return (
		<Dialog
			isOpen={isOpen}
			onOpenChange={(staysOpen) => !staysOpen && close()}
			title="Bookmarklet"
			description={
				'Drag this to your bookmarks bar, then click it on any page. A new link opens with that page\'s address, and "Read page" fills in the rest.'
			}
			actions={<Button onClick={close}>Close</Button>}
		>
			<div className="flex flex-wrap items-center gap-2">
				{/* biome-ignore lint/a11y/useKeyWithClickEvents: the key that follows a link presses it, too */}
				{/* biome-ignore lint/a11y/noStaticElementInteractions: it has an address, which React may not see */}
				{/* biome-ignore lint/a11y/useValidAnchor: it is dragged, and says so when it is pressed */}
				<a ref={writeAddress} onClick={explain} className={buttonClass({ variant: "secondary" })}>
					<Bookmark aria-hidden="true" />
					Make a Visualink
				</a>
				<Button variant="ghost" onClick={() => void copyLink(address)}>
					<Copy aria-hidden="true" />
					Copy its address
				</Button>
			</div>
			<p role="status" className="text-sm text-muted empty:hidden">
				{isPressed && "Not here: drag it to the bookmarks bar, or copy its address into a bookmark that you make."}
			</p>
			<p className="text-sm text-muted">
				On Android, install Visualink from the browser's menu; it then appears in the share sheet. In an iOS shortcut,
				open an address such as <span className="break-all">{publicOrigin()}/admin/link/new?url=</span> followed by the
				page's address.
			</p>
		</Dialog>
	);
}
