import { toast } from "./use-toast.ts";

/** Copies a text, and says in a toast whether that worked. */
export async function copyText(text: string, { copied, failed }: { copied: string; failed: string }): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toast({ title: "Copied!", description: copied, variant: "success" });
	} catch {
		toast({ title: "Error", description: failed, variant: "destructive" });
	}
}
