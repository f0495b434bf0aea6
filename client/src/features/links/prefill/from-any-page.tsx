import { Bookmark, ChevronRight, Copy } from "lucide-react";
import { type MouseEvent, useCallback, useState } from "react";
import { Button, buttonClass } from "#client/components/ui/button.tsx";
import { publicOrigin } from "#client/lib/public-origin.ts";
import { copyLink } from "../share/copy-link.ts";
import { bookmarklet } from "./bookmarklet.ts";

/** How a link begins on someone else's page: by a bookmark, or by a phone's share sheet (P163). */
export function FromAnyPage() {
	const [isPressed, setIsPressed] = useState(false);
	const address = bookmarklet(publicOrigin());
	// React writes no address that is a script; here it is meant, and only dragged: our own pages let none run.
	const writeAddress = useCallback((link: HTMLAnchorElement | null) => link?.setAttribute("href", address), [address]);

	function explain(event: MouseEvent): void {
		event.preventDefault();
		setIsPressed(true);
	}

	return (
		<details className="group rounded-card border px-4">
			<summary className="flex min-h-11 list-none items-center gap-2 text-sm font-semibold text-muted [&::-webkit-details-marker]:hidden">
				<ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
				Bookmarklet
			</summary>
			<div className="flex flex-col gap-3 pt-1 pb-4 text-sm text-muted">
				<p>
					Drag this to your bookmarks bar, then click it on any page. A new link opens with that page's address, and
					"Read page" fills in the rest.
				</p>
				<div className="flex flex-wrap items-center gap-2">
					{/* biome-ignore lint/a11y/useKeyWithClickEvents: the key that follows a link presses it, too */}
					{/* biome-ignore lint/a11y/noStaticElementInteractions: it has an address, which React may not see */}
					{/* biome-ignore lint/a11y/useValidAnchor: it is dragged, and says so when it is pressed */}
					<a ref={writeAddress} onClick={explain} className={buttonClass({ variant: "secondary", size: "sm" })}>
						<Bookmark aria-hidden="true" />
						Make a Visualink
					</a>
					<Button variant="ghost" size="sm" className="min-h-11 sm:min-h-9" onClick={() => void copyLink(address)}>
						<Copy aria-hidden="true" />
						Copy its address
					</Button>
				</div>
				<p role="status" className="empty:hidden">
					{isPressed && "Not here: drag it to the bookmarks bar, or copy its address into a bookmark that you make."}
				</p>
				<p>
					On Android, install Visualink from the browser's menu; it then stands in the share sheet. In an iOS shortcut,
					open an address such as {publicOrigin()}/admin/link/new?url= with the page's own behind it.
				</p>
			</div>
		</details>
	);
}
