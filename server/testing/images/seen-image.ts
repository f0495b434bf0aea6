import { createLink, type linkForm, type Subscriber } from "#server/testing/app/subscriber.ts";
import type { TestApp } from "#server/testing/app/test-app.ts";
import type { CopiedImage } from "#shared/links/prefill.ts";
import { API, publicLinkPath } from "#shared/platform/api-paths.ts";

const CRAWLER = { "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)" };

/** What the form shows of a file once it was chosen. @returns the image's address */
export async function chosenImage(owner: Subscriber, file: Blob, fields: Record<string, string> = {}): Promise<string> {
	const body = new FormData();
	body.append("image", file, "picture");
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const answer = await owner.post(API.links.image, body);
	if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
	return ((await answer.json()) as CopiedImage).imageUrl;
}

/** Saves a link with these fields. @returns what a crawler loads of it: the bytes of its image */
export async function imageForCrawlers(app: TestApp, owner: Subscriber, fields: Parameters<typeof linkForm>[0]) {
	const { linkSlug } = await createLink(owner, fields);
	const path = publicLinkPath(owner.user.userSlug, linkSlug);
	const page = await (await fetch(app.origin + path, { headers: CRAWLER })).text();
	const address = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? "";
	return await bytesAt(app, new URL(address).pathname);
}

/** The bytes of an image of ours. */
export async function bytesAt(app: TestApp, imageUrl: string): Promise<Buffer> {
	const answer = await fetch(app.origin + imageUrl, { headers: CRAWLER });
	if (answer.status !== 200) throw new Error(`${imageUrl} is ${answer.status}`);
	return Buffer.from(await answer.arrayBuffer());
}
