import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import path from "node:path";

/** One way in which a backup is damaged, partial or wrong, and the message it must cause. */
export type Damage = {
	name: string;
	/** @param folder a whole backup with images, originals, a secret and a spool. @returns another folder to look at */
	spoil: (folder: string) => Promise<unknown>;
	refusal: RegExp;
};

const MANIFEST = "manifest.json";
const DUMP = "database.dump";

type Fingerprint = { bytes: number; sha256: string };
type Json = {
	format: unknown;
	madeAt: unknown;
	counts: Record<string, unknown>;
	pictures: Record<string, unknown>;
	files: Record<string, Fingerprint>;
};

async function edit(folder: string, change: (manifest: Json) => void): Promise<void> {
	const file = path.join(folder, MANIFEST);
	const manifest = JSON.parse(await readFile(file, "utf8")) as Json;
	change(manifest);
	await writeFile(file, JSON.stringify(manifest));
}

async function flip(file: string, at: number): Promise<void> {
	const bytes = await readFile(file);
	const place = Math.min(bytes.length - 1, Math.floor(bytes.length * at));
	bytes[place] = (bytes[place] ?? 0) ^ 0x20;
	await writeFile(file, bytes);
}

async function cut(file: string, at: number): Promise<void> {
	await truncate(file, Math.floor((await readFile(file)).length * at));
}

/** Makes the manifest match a damaged file: then only a restore or the image's own name shows the damage. */
async function agree(folder: string, name: string): Promise<void> {
	const bytes = await readFile(path.join(folder, name));
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	await edit(folder, ({ files }) => {
		files[name] = { bytes: bytes.length, sha256 };
	});
}

const one = async (folder: string, kind: string, n = 0) =>
	`${kind}/${(await readdir(path.join(folder, kind))).sort()[n] ?? ""}`;
const within = (name: string, spoil: (file: string, folder: string) => Promise<unknown>) => (folder: string) =>
	spoil(path.join(folder, name), folder);
const picture = (kind: string, spoil: (file: string, name: string, folder: string) => Promise<unknown>) => {
	return async (folder: string) => {
		const name = await one(folder, kind);
		await spoil(path.join(folder, name), name, folder);
	};
};

const HASH = /is damaged: its content has another hash/;
const SIZE = /is damaged: it has \d+ bytes instead of \d+/;
const LACKS = /The backup lacks \S+, which its manifest lists/;
const NOT_LISTED = /which its manifest doesn't list/;
const RESTORE = /pg_restore failed|rows are not those of the backup/;
const LOST = /The picture \S+ is missing or damaged/;

export const DAMAGES: Damage[] = [
	{ name: "no folder", spoil: (folder) => rm(folder, { recursive: true }), refusal: /is no backup.*no manifest\.json/ },
	{
		name: "a file instead of the folder",
		spoil: (folder) => rm(folder, { recursive: true }).then(() => writeFile(folder, "backup")),
		refusal: /is no backup/,
	},
	{
		name: "an empty folder",
		spoil: (folder) => rm(folder, { recursive: true }).then(() => mkdir(folder)),
		refusal: /is no backup/,
	},
	{
		name: "no manifest, as a killed backup leaves it",
		spoil: within(MANIFEST, (file) => rm(file)),
		refusal: /unfinished/,
	},
	{
		name: "an empty manifest",
		spoil: within(MANIFEST, (file) => truncate(file)),
		refusal: /manifest\.json is damaged/,
	},
	{ name: "half a manifest", spoil: within(MANIFEST, (file) => cut(file, 0.5)), refusal: /isn't JSON/ },
	{
		name: "a manifest that is null",
		spoil: within(MANIFEST, (file) => writeFile(file, "null")),
		refusal: /is damaged/,
	},
	{
		name: "a manifest without a format",
		spoil: within(MANIFEST, (file) => writeFile(file, JSON.stringify({ madeAt: "2026-01-01", counts: {} }))),
		refusal: /is damaged: format/,
	},
	{
		name: "a manifest of a newer release",
		spoil: (folder) => edit(folder, (manifest) => Object.assign(manifest, { format: 3 })),
		refusal: /of a newer release/,
	},
	{
		name: "a count that is no number",
		spoil: (folder) => edit(folder, ({ counts }) => Object.assign(counts, { "public.links": "three" })),
		refusal: /is damaged: counts\.public\.links/,
	},
	{
		name: "no counts",
		spoil: (folder) => edit(folder, (manifest) => Object.assign(manifest, { counts: undefined })),
		refusal: /is damaged: counts/,
	},
	{
		name: "another database's tables",
		spoil: (folder) => edit(folder, (manifest) => Object.assign(manifest, { counts: { "public.orders": 7 } })),
		refusal: /lacks tables of Visualink: .*public\.links/,
	},
	{
		name: "an empty database's tables",
		spoil: (folder) => edit(folder, (manifest) => Object.assign(manifest, { counts: {} })),
		refusal: /lacks tables of Visualink/,
	},
	{
		name: "one link more in the manifest",
		spoil: (folder) =>
			edit(folder, ({ counts }) => Object.assign(counts, { "public.links": Number(counts["public.links"]) + 1 })),
		refusal: /public\.links: \d+ in the backup, \d+ restored/,
	},
	{
		name: "one user fewer in the manifest",
		spoil: (folder) =>
			edit(folder, ({ counts }) => Object.assign(counts, { "public.users": Number(counts["public.users"]) - 1 })),
		refusal: /public\.users: \d+ in the backup, \d+ restored/,
	},
	{
		name: "a table that the dump lacks",
		spoil: (folder) => edit(folder, ({ counts }) => Object.assign(counts, { "public.more": 0 })),
		refusal: /public\.more: 0 in the backup, none restored/,
	},
	{
		name: "a table that the manifest lacks",
		spoil: (folder) => edit(folder, ({ counts }) => void delete counts["public.link_cards"]),
		refusal: /public\.link_cards: no table in the backup/,
	},
	{
		name: "fewer images in the manifest",
		spoil: (folder) => edit(folder, ({ pictures }) => Object.assign(pictures, { images: 0 })),
		refusal: /names \d+ images and \d+ originals, its manifest 0/,
	},
	{
		name: "more originals in the manifest",
		spoil: (folder) => edit(folder, ({ pictures }) => Object.assign(pictures, { originals: 999 })),
		refusal: /lists fewer pictures than the \d+ that it counts/,
	},
	{
		name: "a path that leads out of the backup",
		spoil: (folder) => edit(folder, ({ files }) => Object.assign(files, { "../../etc/passwd": files[DUMP] })),
		refusal: /is damaged: files/,
	},
	{
		name: "a dump that the manifest lacks",
		spoil: (folder) => edit(folder, ({ files }) => void delete files[DUMP]),
		refusal: /lists no database\.dump/,
	},
	{ name: "no dump", spoil: within(DUMP, (file) => rm(file)), refusal: LACKS },
	{ name: "an empty dump", spoil: within(DUMP, (file) => truncate(file)), refusal: SIZE },
	...[0.1, 0.5, 0.9, 0.999].map((at) => ({
		name: `a dump cut at ${at * 100} %`,
		spoil: within(DUMP, (file) => cut(file, at)),
		refusal: SIZE,
	})),
	...[0, 0.3, 0.6, 1].map((at) => ({
		name: `one bit flipped at ${at * 100} % of the dump`,
		spoil: within(DUMP, (file) => flip(file, at)),
		refusal: HASH,
	})),
	{
		name: "a dump with bytes behind it",
		spoil: within(DUMP, async (file) => writeFile(file, "more", { flag: "a" })),
		refusal: SIZE,
	},
	{
		name: "a folder instead of the dump",
		spoil: within(DUMP, (file) => rm(file).then(() => mkdir(file))),
		refusal: LACKS,
	},
	{
		name: "half a dump with a matching hash",
		spoil: within(DUMP, async (file, folder) => cut(file, 0.5).then(() => agree(folder, DUMP))),
		refusal: RESTORE,
	},
	{
		name: "a text dump with a matching hash",
		spoil: within(DUMP, async (file, folder) => writeFile(file, "This is no dump.").then(() => agree(folder, DUMP))),
		refusal: RESTORE,
	},
	{
		name: "an empty dump with a matching hash",
		spoil: within(DUMP, async (file, folder) => truncate(file).then(() => agree(folder, DUMP))),
		refusal: RESTORE,
	},
	{ name: "no images", spoil: within("images", (folder) => rm(folder, { recursive: true })), refusal: LACKS },
	{ name: "no originals", spoil: within("originals", (folder) => rm(folder, { recursive: true })), refusal: LACKS },
	{ name: "one image missing", spoil: picture("images", (file) => rm(file)), refusal: LACKS },
	{ name: "one original missing", spoil: picture("originals", (file) => rm(file)), refusal: LACKS },
	{ name: "an empty image", spoil: picture("images", (file) => truncate(file)), refusal: SIZE },
	{ name: "one bit of an image flipped", spoil: picture("images", (file) => flip(file, 0.5)), refusal: HASH },
	{ name: "one bit of an original flipped", spoil: picture("originals", (file) => flip(file, 0.5)), refusal: HASH },
	{
		name: "an image that its hash agrees with, but its name does not",
		spoil: picture("images", async (file, name, folder) => flip(file, 0.5).then(() => agree(folder, name))),
		refusal: LOST,
	},
	{
		name: "an original that its hash agrees with, but its name does not",
		spoil: picture("originals", async (file, name, folder) => flip(file, 0.5).then(() => agree(folder, name))),
		refusal: LOST,
	},
	{
		name: "images that the manifest doesn't list and that are not there",
		spoil: async (folder) => {
			await rm(path.join(folder, "images"), { recursive: true });
			await edit(folder, ({ files }) => {
				for (const name of Object.keys(files)) if (name.startsWith("images/")) delete files[name];
			});
		},
		refusal: /lists fewer pictures than/,
	},
	{
		name: "an image under another one's name",
		spoil: async (folder) => {
			const [a, b] = [
				path.join(folder, await one(folder, "images", 0)),
				path.join(folder, await one(folder, "images", 1)),
			];
			await cp(a, b);
		},
		refusal: /is damaged/,
	},
	{
		name: "a link instead of an image",
		spoil: picture("images", (file) => rm(file).then(() => symlink("/etc/passwd", file))),
		refusal: /neither a file nor a folder/,
	},
	{ name: "a file too many", spoil: within("images/more.jpg", (file) => writeFile(file, "more")), refusal: NOT_LISTED },
	{ name: "no session secret", spoil: within("session-secret", (file) => rm(file)), refusal: LACKS },
	{ name: "another session secret", spoil: within("session-secret", (file) => flip(file, 0.5)), refusal: HASH },
	{
		name: "half a file of waiting views",
		spoil: within("view-spool/a.views", (file) => cut(file, 0.5)),
		refusal: SIZE,
	},
	{
		name: "a bucket that is not configured",
		spoil: (folder) =>
			edit(folder, ({ pictures }) => Object.assign(pictures, { at: { bucket: "elsewhere", endpoint: null } })),
		refusal: /are in the bucket elsewhere/,
	},
	{
		name: "the folder's parts under other names",
		spoil: within("images", (file, folder) => rename(file, path.join(folder, "pictures"))),
		refusal: LACKS,
	},
];
