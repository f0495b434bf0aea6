import { toast } from "#client/components/toast/use-toast.ts";

export async function copyLink(shortUrl: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(shortUrl);
		toast({ title: "Copied!", description: "Link copied to clipboard", variant: "success" });
	} catch {
		toast({ title: "Error", description: "Failed to copy link", variant: "destructive" });
	}
}
