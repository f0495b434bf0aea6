import { Copy } from "lucide-react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import { Tooltip } from "#client/components/ui/tooltip.tsx";
import { shortAddress } from "#client/lib/format.ts";
import type { LinkView } from "#shared/links/link.ts";

export function CopyLinkButton({ link }: { link: Pick<LinkView, "shortUrl" | "title"> }) {
	async function copy(): Promise<void> {
		try {
			await navigator.clipboard.writeText(link.shortUrl);
			toast({ title: "Copied!", description: "Link copied to clipboard", variant: "success" });
		} catch {
			toast({ title: "Error", description: "Failed to copy link", variant: "destructive" });
		}
	}

	return (
		<Tooltip text={shortAddress(link.shortUrl)}>
			<Button variant="ghost" size="sm" onClick={copy}>
				<Copy aria-hidden="true" />
				<span>
					Copy<span className="sr-only"> {link.title}</span>
				</span>
			</Button>
		</Tooltip>
	);
}
