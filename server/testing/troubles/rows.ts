import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { ask } from "../machine/ask-database.ts";

export const OTHER_PASSWORD = "another";
/** More than the small disk has. */
export const IMAGE = Buffer.alloc(200_000, 7);
/** Images are named by their content. */
export const IMAGE_URL = `/images/${createHash("sha256").update(IMAGE).digest("hex")}.jpg`;

/** What the commands of `orders.ts` name. */
export const ROWS = `INSERT INTO users (id, email, user_slug, stripe_customer_id) VALUES
		('ada', 'ada@example.com', 'ada', NULL), ('payer', 'payer@example.com', 'payer', 'cus_1');
	INSERT INTO pictures (image_url, is_used) VALUES ('${IMAGE_URL}', true);
	INSERT INTO links (user_id, link_slug, target_url, title, description, image_url)
		SELECT 'ada', slug, 'https://evil.example/', 'Title', 'Text', '${IMAGE_URL}' FROM unnest(ARRAY['summer', 'off']) AS slug;
	UPDATE links SET disabled_at = now() WHERE link_slug = 'off';
	INSERT INTO reports (number, link_id, link, target_url, reason, text, created_at)
		SELECT 'abcdefghjk', id, 'ada/summer', target_url, 'phishing', 'It asks for a password.', now()
		FROM links WHERE link_slug = 'summer';
	INSERT INTO link_flags (link_id, state, evidence, reasons, content_hash, flagged_at)
		SELECT id, 'flagged', 'words', '[]', 'hash', now() FROM links WHERE link_slug = 'summer'`;

/** A fresh cluster trusts everyone on this machine; this role has to know its password. */
export async function requirePassword(server: string, role: string): Promise<void> {
	const [found] = await ask(server, "SELECT current_setting('hba_file') AS file");
	const file = String(found?.file);
	await writeFile(file, `host all ${role} 127.0.0.1/32 scram-sha-256\n${await readFile(file, "utf8")}`);
	await ask(server, "SELECT pg_reload_conf()");
}
