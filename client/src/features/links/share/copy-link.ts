import { copyText } from "#client/components/toast/copy-text.ts";

export function copyLink(shortUrl: string): Promise<void> {
	return copyText(shortUrl, { copied: "Link copied to clipboard", failed: "Failed to copy link" });
}
