import { readJpegHeader } from "#server/images/jpeg-header.ts";
import type { OwnAnswer } from "#server/outbound/own-address.ts";
import { isLargeEnough, type ShownPicture } from "#shared/cards/drawn-card.ts";
import type { CardPlatform } from "#shared/cards/platforms.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { PICTURE_SIZES, type PictureShape } from "#shared/links/image-file.ts";
import { fail, OUR_FAULT, SLOW_MS, warn } from "./findings.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/** What is wrong with a picture of ours, of this shape, as a fetcher was given it. */
export function judgePicture({ name, platform }: TestFetcher, answer: OwnAnswer, shape: PictureShape): Finding[] {
	const { status, header, bytes, isCut, took } = answer;
	if (status >= 300 && status < 400) return [fail(`${name} is sent on (${status}) from the picture`)];
	if (status !== 200) return [fail(`${name} is refused the picture (${status})`)];
	const type = header("content-type");
	if (!type.startsWith("image/jpeg")) return [fail(`${name} is given ${type || "an unnamed type"} and no picture`)];
	const size = isJpeg(bytes) ? readJpegHeader(bytes) : null;
	const length = header("content-length");
	const found: (Finding | false)[] = [
		length === "" && fail(`${name} is not told the picture's length`),
		length !== "" && Number(length) !== bytes.length && !isCut && fail(`${name} is told a wrong length of the picture`),
		header("content-encoding") !== "" && warn(`The picture is packed once more for ${name}`),
		header("content-disposition").includes("attachment") && warn(`${name} is given the picture as a download`),
		/no-store|no-cache/.test(header("cache-control")) && warn(`${name} may not keep the picture`),
		size === null && fail(`${name} can't read the picture`),
		size !== null && !isWhole(bytes) && fail(`${name} is given half a picture`),
		size !== null &&
			!isOf(shape, size) &&
			warn(`${name} is given a picture of ${size.width} x ${size.height}`, OUR_FAULT),
		size !== null && isSmaller(platform, PICTURE_SIZES[shape], size) && warn(`${name} shows the picture small`),
		bytes.length > platform.pictureBytes && fail(`The picture is too heavy for ${name}`, OUR_FAULT),
		took > SLOW_MS && warn(`${name} waits more than three seconds for the picture`),
	];
	return found.filter((each) => each !== false);
}

function isOf(shape: PictureShape, { width, height }: { width: number; height: number }): boolean {
	return width === PICTURE_SIZES[shape].width && height === PICTURE_SIZES[shape].height;
}

/** Whether a platform that draws the picture as we made it large draws this one small. */
function isSmaller({ largeFrom }: CardPlatform, made: ShownPicture, given: ShownPicture): boolean {
	return isLargeEnough(made, largeFrom) && !isLargeEnough(given, largeFrom);
}

/** A JPEG begins with its own mark. */
function isJpeg(bytes: Buffer): boolean {
	return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** It ends with another. */
function isWhole(bytes: Buffer): boolean {
	return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}
