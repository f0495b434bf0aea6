import { LinkFormPage } from "./link-form-page.tsx";

export function NewLinkPage() {
	return (
		<LinkFormPage heading="Create New Link" text="Create a custom link preview for any URL" submitLabel="Create Link" />
	);
}
