import { Copy } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { Tooltip } from "#client/components/ui/tooltip.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";
import { copyLink } from "./copy-link.ts";

export function CopyLinkButton({ link }: { link: Pick<LinkView, "shortUrl" | "title"> }) {
	return (
		<Tooltip text={shortAddress(link.shortUrl)}>
			<Button variant="ghost" size="sm" onClick={() => copyLink(link.shortUrl)}>
				<Copy aria-hidden="true" />
				<span>
					Copy<span className="sr-only"> {link.title}</span>
				</span>
			</Button>
		</Tooltip>
	);
}
