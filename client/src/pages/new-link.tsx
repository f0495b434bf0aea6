import { NewLinkForm } from "#client/frames/new-link-form.tsx";

export function NewLinkPage() {
	return <NewLinkForm />;
}
