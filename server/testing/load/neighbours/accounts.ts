import type pg from "pg";
import { type Browser, cookieOf, createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { API_SCOPES, newApiKey } from "#shared/api/keys/api-key.ts";
import { API, publicLinkPath } from "#shared/platform/api-paths.ts";
import { type Account, IMPORTERS } from "./messages.ts";

/** Links of an account; tags are distinct, ten a link, as before there was a limit for them. */
type Has = { links: number; isTagged?: boolean; isImporter?: boolean };

const FEW: Has = { links: 20 };
/**
 * The accounts of the attacks; `attacks.ts` names them by their place here. What one attack has used up of its accounts'
 * rates keeps no other from its own.
 */
const OTHERS = 28;
const HOSTILE: Has[] = [
	FEW,
	{ links: 2_000, isTagged: true },
	{ links: 15_000 },
	...Array.from({ length: OTHERS }, () => FEW),
	...Array.from({ length: IMPORTERS }, () => ({ ...FEW, isImporter: true })),
];
const HONEST: Has = { links: 200 };

/** Hostile accounts and an honest one, each signed in, subscribed and with links. */
export async function makeAccounts(origin: string, pool: pg.Pool): Promise<{ hostile: Account[]; honest: Account }> {
	const honest = await make(origin, pool, { n: 0, email: "honest@example.com", has: HONEST });
	const hostile: Account[] = [];
	for (const [n, has] of HOSTILE.entries()) {
		hostile.push(await make(origin, pool, { n: n + 1, email: `hostile${n + 1}@example.com`, has }));
	}
	await pool.query("VACUUM ANALYZE links");
	return { hostile, honest };
}

export function publicPaths({ userSlug, links }: Account): string[] {
	return links.map(({ slug }) => publicLinkPath(userSlug, slug));
}

type Asked = { n: number; email: string; has: Has };

async function make(origin: string, pool: pg.Pool, { n, email, has }: Asked): Promise<Account> {
	const person = createBrowser(origin, { "X-Forwarded-For": `203.0.113.${n}` });
	await signIn(person, email);
	await giveConsent(person, email);
	await subscribe(person, has.isImporter ? "enterprise" : "pro");
	if (has.isImporter) await pool.query("UPDATE users SET trusted_at = now() WHERE email = $1", [email]);
	await pool.query(
		`INSERT INTO links (user_id, link_slug, target_url, title, description, image_url, tags, created_at)
		SELECT users.id, 'link' || n, 'https://www.example.com/page/' || n || '?utm_source=newsletter', 'Offer number ' || n,
			'A description of what is behind link number ' || n || ', long enough to be a real one in every way.',
			'https://example.com/pictures/' || n || '.jpg',
			CASE WHEN $3 THEN ARRAY(SELECT 'Tag ' || left(md5((n * 10 + t)::text), 20) FROM generate_series(1, 10) AS t)
				ELSE ARRAY['tag ' || n % 12, 'news'] END,
			now() - interval '40 days' - n * interval '1 minute'
		FROM users, generate_series(1, $2::int) AS n WHERE email = $1`,
		[email, has.links, has.isTagged ?? false],
	);
	const { rows } = await pool.query<{ id: number; slug: string; userSlug: string }>(
		`SELECT links.id::int, link_slug AS slug, user_slug AS "userSlug" FROM links JOIN users ON users.id = user_id
		WHERE email = $1 ORDER BY links.id LIMIT 500`,
		[email],
	);
	return {
		email,
		cookie: cookieOf(person),
		userSlug: rows[0]?.userSlug ?? "",
		links: rows.map(({ id, slug }) => ({ id, slug })),
		keys: has.isImporter ? [await keyOf(person), await keyOf(person)] : [],
	};
}

/** A key with every scope. */
async function keyOf(person: Browser): Promise<string> {
	const made = await person.post(API.keys.all, { name: "Program", scopes: [...API_SCOPES], expiresInDays: null });
	return newApiKey.parse(await made.json()).key;
}
