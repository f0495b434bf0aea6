import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:js|css|svg|webmanifest)$/;
/** Below this many bytes compressing saves nothing. */
const WORTHWHILE = 512;

/** Writes a `.br` and a `.gz` next to every text file of a folder that the server sends as it is. */
export async function precompress(folder: string): Promise<void> {
	const names = await readdir(folder, { recursive: true });
	await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compressFile(join(folder, name))));
}

async function compressFile(file: string): Promise<void> {
	if ((await stat(file)).size < WORTHWHILE) return;
	const content = await readFile(file);
	const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
	await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
	await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
