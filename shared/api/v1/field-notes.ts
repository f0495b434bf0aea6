/** What a field means, and an example of it; `{origin}` is our own address. */
type FieldNote = { text: string; example?: unknown };

/** What a field means, in general or in one place. A schema's own description has precedence. */
export function noteOf(field: string, of = ""): FieldNote | undefined {
	return FIELD_NOTES[`${of}.${field}`] ?? FIELD_NOTES[field];
}

/** By the field's name, which means one thing in most places; where not, by `<component or outer field>.<field>`. */
const FIELD_NOTES: Record<string, FieldNote> = {
	id: { text: "The id.", example: 1 },
	externalId: { text: "Your own id for the link, unique among your links.", example: "crm-4711" },
	slug: { text: "The end of the short link's address.", example: "summer" },
	shortUrl: { text: "The address to share.", example: "{origin}/go/ada/summer" },
	domain: { text: "The host of your own domain; null for ours.", example: null },
	targetUrl: { text: "The page people are sent to.", example: "https://example.com/summer" },
	title: { text: "The preview's title.", example: "Summer in the Algarve" },
	description: { text: "The preview's description.", example: "Ten quiet beaches and how to get there." },
	imageUrl: { text: "The preview's image, by its absolute address.", example: "{origin}/images/c2Vhc2lkZQ.jpg" },
	tags: { text: "The link's tags.", example: ["travel"] },
	isArchived: { text: "Archived links work, and are hidden from the list.", example: false },
	startsAt: { text: "When the link starts to work; null for at once.", example: null },
	endsAt: { text: "When the link stops; null for never.", example: null },
	afterUrl: {
		text: "Where people are sent after the end; null for a page that says the link has ended.",
		example: null,
	},
	views: { text: "How often the link was opened." },
	people: { text: "Views by people.", example: 128 },
	bots: { text: "Views by crawlers and other bots.", example: 42 },
	lastSeenAt: { text: "When a person last opened the link.", example: "2027-01-15T09:30:00.000Z" },
	createdAt: { text: "When it was created.", example: "2027-01-02T08:00:00.000Z" },
	deletedAt: { text: "When it was deleted; null if it isn't.", example: null },
	problem: { text: "Why the link may not work: we disabled, flagged or blocked it.", example: null },
	revision: { text: "Changes with the link's content, as its `ETag` does.", example: "q3l7Yk0cJ1mZ" },

	userSlug: { text: "Your name in short links.", example: "ada" },
	plan: { text: "Your plan.", example: "pro" },
	key: { text: "The API key, or what it allows." },
	"key.name": { text: "The key's name.", example: "Website" },
	name: { text: "The name.", example: "Website" },
	scopes: { text: "What the key may do.", example: ["links:read", "links:write"] },
	expiresAt: { text: "When the key expires; null for never.", example: null },
	usage: { text: "What you have used, and how much your plan allows." },
	linksThisMonth: { text: "Links created this month." },
	domains: { text: "Your own domains." },
	used: { text: "What is used.", example: 12 },
	limit: { text: "The most that is allowed; null for no limit.", example: 100 },
	rateLimits: { text: "Requests a minute." },
	"rateLimits.key": { text: "Of this key.", example: 60 },
	account: { text: "Of all keys of the account together.", example: 120 },

	error: { text: "What went wrong." },
	code: { text: "What went wrong, for programs. A code never changes its meaning.", example: "required" },
	message: { text: "What went wrong, for people. Its words may change." },
	fields: { text: "Each wrong field with its own code; empty if no field is wrong." },
	field: { text: "The field, as sent: `title`, `tags.0`.", example: "title" },
	requestId: { text: "The request's id in our log.", example: "0b6f4c1e-8a55-4d0e-9b7c-2f4f6f1f9a11" },

	links: { text: "The links." },
	next: { text: "The `cursor` of the next page; null on the last one.", example: null },
	cursor: { text: "`next` of the previous page; leave it out for the first." },
	image: { text: "The image file: JPEG, PNG, WebP, GIF or AVIF.", example: null },
};
