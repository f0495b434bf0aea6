import { LinkFormFrame } from "#client/frames/link-form-frame.tsx";

export function NewLinkPage() {
	return (
		<LinkFormFrame
			heading="Create New Link"
			text="Create a custom link preview for any URL"
			submitLabel="Create Link"
		/>
	);
}
