import { Page } from "#client/components/layout/page.tsx";
import { ButtonLink } from "#client/components/ui/button.tsx";
import { LinkPreview } from "#client/components/ui/link-preview.tsx";
import { paths } from "#client/lib/paths.ts";

export function NotFoundPage() {
	return (
		<Page>
			<div className="grid items-center gap-12 py-6 md:grid-cols-[1.1fr_1fr] md:py-12">
				<div className="flex flex-col items-start gap-5">
					<h1 className="text-4xl sm:text-5xl">404 Page Not Found</h1>
					<p className="text-lg text-muted">Did you forget to add the page to the router?</p>
					<ButtonLink href={paths.home} size="lg">
						Back to the start
					</ButtonLink>
				</div>
				<div aria-hidden="true" className="mx-auto w-full max-w-sm -rotate-2">
					<LinkPreview
						title="Nothing to preview"
						description="Not even we can make this one look good."
						imageUrl={null}
						address="visualink/nowhere"
					/>
				</div>
			</div>
		</Page>
	);
}
