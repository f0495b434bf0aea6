import { imageUrlOf } from "#server/images/image-store.ts";
import { readJpegHeader } from "#server/images/jpeg-header.ts";
import type { OwnAnswer } from "#server/outbound/own-address.ts";
import { isLargeEnough, type ShownPicture } from "#shared/cards/drawn-card.ts";
import type { CardPlatform } from "#shared/cards/platforms.ts";
import type { Finding } from "#shared/cards/self-test.ts";
import { PICTURE_SIZES, type PictureShape } from "#shared/links/image-file.ts";
import { fail, PROXY, SLOW_MS, warn } from "./findings.ts";
import { judgeTransfer } from "./judge-transfer.ts";
import type { TestFetcher } from "./test-fetchers.ts";

/** How a picture of ours should be. */
export type ExpectedPicture = {
	shape: PictureShape;
	/** Its path, which names the hash of its bytes; without it, its bytes are not compared. */
	imageUrl?: string;
};

/** What is wrong with a picture of ours as a fetcher was given it. */
export function judgePicture(fetcher: TestFetcher, answer: OwnAnswer, { shape, imageUrl }: ExpectedPicture): Finding[] {
	const { name, platform } = fetcher;
	const { header, bytes, isCut, took } = answer;
	const broken = unusable(fetcher, answer);
	if (broken) return [broken];
	if (isPart(answer)) return [];
	const size = isJpeg(bytes) ? readJpegHeader(bytes) : null;
	const length = header("content-length");
	const isLengthWrong = length !== "" && Number(length) !== bytes.length && !isCut && header("content-encoding") === "";
	const content: (Finding | false)[] = [
		size === null && fail(`${name} can't read the picture: it is given ${kindOf(bytes)}`),
		size !== null && !isWhole(bytes) && fail(`${name} is given half a picture: it has no end`),
		size !== null &&
			!isOf(shape, size) &&
			warn(`${name} is given a picture of ${size.width} x ${size.height}`, RESIZED),
		size !== null && isSmaller(platform, PICTURE_SIZES[shape], size) && warn(`${name} shows the picture small`),
		bytes.length > platform.pictureBytes && fail(`The picture is too heavy for ${name}`, RESIZED),
	];
	const isNamed = content.some((each) => each !== false);
	const found: (Finding | false)[] = [
		length === "" && fail(`${name} is not told the picture's length`),
		isLengthWrong && fail(`${name} is told a wrong length of the picture`),
		header("content-encoding") !== "" && warn(`The picture is packed once more for ${name}`),
		header("content-disposition").includes("attachment") && warn(`${name} is given the picture as a download`),
		/no-store|no-cache/.test(header("cache-control")) && warn(`${name} may not keep the picture`),
		...content,
		!isNamed && isChanged(bytes, imageUrl) && fail(`${name} is given other bytes than the picture has`, CHANGED),
		took > SLOW_MS && warn(`${name} waits more than three seconds for the picture`),
	];
	return found.filter((each) => each !== false);
}

const RESIZED = `${PROXY} If nothing does, please tell us.`;
const CHANGED =
	"Something in front of the service changes or cuts images: a proxy, a cache or an optimizer. Turn that off.";

function unusable(fetcher: TestFetcher, answer: OwnAnswer): Finding | null {
	const { name } = fetcher;
	const { status, header, broken } = answer;
	if (status >= 300 && status < 400) return fail(`${name} is sent on (${status}) from the picture`);
	if (status === 416) return fail(`${name} asks for a range of the picture, and is refused it (416)`);
	if (status === 206 && !isPart(answer)) return fail(`${name} is given a wrong part of the picture (206)`);
	if (status !== 200 && status !== 206) return fail(`${name} is refused the picture (${status})`);
	const type = header("content-type");
	if (!type.startsWith("image/jpeg")) return fail(`${name} is given ${type || "an unnamed type"} and no picture`);
	// A picture that is packed on the way is judged below, as far as it can be read.
	const isPacked = header("content-encoding") !== "" && broken === undefined;
	return isPacked ? null : judgeTransfer(fetcher, answer, "the picture");
}

/** Whether this is the part that was asked for, from its beginning: it is as long as it says, and may be all there is. */
function isPart({ status, header, bytes }: OwnAnswer): boolean {
	const [, last, length] = /^bytes 0-(\d+)\/(\d+)$/.exec(header("content-range")) ?? [];
	return status === 206 && last !== undefined && Number(last) + 1 === bytes.length && bytes.length <= Number(length);
}

/** Whether the bytes are others than those that gave a picture its name. */
function isChanged(bytes: Buffer, imageUrl: string | undefined): boolean {
	return imageUrl !== undefined && imageUrlOf(bytes) !== imageUrl;
}

/** What bytes are that are no JPEG. */
function kindOf(bytes: Buffer): string {
	if (bytes.length === 0) return "nothing";
	if (isJpeg(bytes)) return "a JPEG without a size";
	return /^\s*</.test(bytes.toString("latin1", 0, 100)) ? "a page" : "bytes of another kind";
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
