import { makePreview } from "#server/images/make-preview.ts";
import { PICTURE_SHAPES } from "#shared/images/image-file.ts";
import { edgesAway, FORMATS, ORIENTATIONS, proofPicture, turnedUpload } from "./cut-proof.ts";

/**
 * `npm run cuts`: cuts a section of each shape out of each of 200 pictures, each stored in all of the eight ways in which
 * cameras turn them, in three formats, and says by how many pixels of the original the edges are away. Ends with code 1
 * when one is. It proves whole pixels: a finished picture is compared with the section that was asked for, and with those
 * that have an edge one or two pixels away. It takes some eight minutes of one core.
 */
const PICTURES = 200;
const began = performance.now();
for (const shape of PICTURE_SHAPES) {
	const away = new Map<number, number[]>(ORIENTATIONS.map((orientation) => [orientation, []]));
	for (let seed = 0; seed < PICTURES; seed += 1) {
		const picture = await proofPicture(seed, shape, 2);
		const turns = ORIENTATIONS.map(async (orientation) => {
			const format = FORMATS[(seed + orientation) % FORMATS.length] ?? "png";
			const upload = await turnedUpload(picture, orientation, format);
			away.get(orientation)?.push(await edgesAway(await makePreview(upload, picture), picture));
		});
		await Promise.all(turns);
	}
	for (const [orientation, each] of away) {
		const most = `most ${Math.max(...each)} px away`;
		process.stdout.write(`${shape}, orientation ${orientation}: ${exactOf(each)} of ${each.length} exact; ${most}\n`);
	}
	const all = [...away.values()].flat();
	const seconds = Math.round((performance.now() - began) / 1_000);
	process.stdout.write(`${exactOf(all)} of ${all.length} ${shape} sections are cut to the pixel (${seconds} s).\n`);
	if (exactOf(all) !== PICTURES * ORIENTATIONS.length) process.exitCode = 1;
}

function exactOf(away: number[]): number {
	return away.filter((pixels) => pixels === 0).length;
}
