type Shared = { url: string; title: string };

/** Where a link can be shared by a plain address of the service itself, which runs no script of theirs here. */
export const SHARE_LINKS: readonly { name: string; href: (shared: Shared) => string }[] = [
	{ name: "WhatsApp", href: ({ url }) => `https://wa.me/?text=${encodeURIComponent(url)}` },
	{
		name: "LinkedIn",
		href: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
	},
	{ name: "X", href: ({ url, title }) => `https://x.com/intent/post?url=${encodeURIComponent(url)}${text(title)}` },
	{ name: "Facebook", href: ({ url }) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}` },
	{ name: "Telegram", href: ({ url, title }) => `https://t.me/share/url?url=${encodeURIComponent(url)}${text(title)}` },
	{
		name: "Bluesky",
		href: ({ url, title }) => `https://bsky.app/intent/compose?text=${encodeURIComponent(`${title} ${url}`)}`,
	},
	{
		name: "E-mail",
		href: ({ url, title }) => `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`,
	},
];

function text(title: string): string {
	return `&text=${encodeURIComponent(title)}`;
}
