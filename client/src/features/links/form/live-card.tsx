import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import type { LinkEditing } from "./use-link-editing.ts";

const LASTING =
	"Messages already sent keep their old preview, and so do Facebook titles after 50 reactions, comments or shares. Everywhere else, use the fresh link you get after saving.";

export function LiveCard({ editing: { card, address, link } }: { editing: LinkEditing }) {
	return (
		<section aria-label="Live preview">
			<p className="mb-3 text-sm font-semibold text-muted">Live preview</p>
			<LinkPreview {...card} address={address} isHero />
			{link && <p className="mt-3 text-sm text-muted">{LASTING}</p>}
		</section>
	);
}
