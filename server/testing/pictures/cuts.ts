import { makePreview } from "#server/images/make-preview.ts";
import { PICTURE_SHAPES } from "#shared/links/image-file.ts";
import { edgesAway, proofCase } from "./cut-proof.ts";

/**
 * `npm run cuts`: cuts sections of each shape out of 200 pictures of three formats, stored in all of the eight ways in
 * which cameras turn them, and says by how many pixels of the original the edges are away. Ends with code 1 when one is.
 * It proves whole pixels: a finished picture is compared with the section that was asked for, and with those that have
 * an edge one or two pixels away.
 */
const PICTURES = 200;
for (const shape of PICTURE_SHAPES) {
	const found = new Map<string, { pictures: number; exact: number; most: number }>();
	for (let seed = 0; seed < PICTURES; seed += 1) {
		const proof = await proofCase(seed, shape);
		const away = await edgesAway(await makePreview(proof.upload, proof), proof);
		const kind = `${shape}, orientation ${proof.orientation}`;
		const { pictures, exact, most } = found.get(kind) ?? { pictures: 0, exact: 0, most: 0 };
		found.set(kind, {
			pictures: pictures + 1,
			exact: exact + Number(away === 0),
			most: Math.max(most, away),
		});
		if (away > 0) process.exitCode = 1;
	}
	for (const [kind, { pictures, exact, most }] of [...found].sort()) {
		process.stdout.write(`${kind}: ${exact} of ${pictures} exact; most ${most} px away\n`);
	}
	const exact = [...found.values()].reduce((sum, kind) => sum + kind.exact, 0);
	process.stdout.write(`${exact} of ${PICTURES} ${shape} sections are cut to the pixel.\n`);
}
