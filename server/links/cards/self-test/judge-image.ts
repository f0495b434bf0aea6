import { imageUrlOf } from "#server/links/images/image-store.ts";
import type { OwnAnswer } from "#server/platform/outbound/own-address.ts";
import { isLargeEnough, type ShownImage } from "#shared/links/cards/drawn-card.ts";
import type { CardPlatform } from "#shared/links/cards/platforms.ts";
import type { Finding } from "#shared/links/cards/self-test.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import { fail, PROXY, quoted, SLOW_MS, warn } from "./findings.ts";
import { judgeTransfer } from "./judge-transfer.ts";
import { readTags } from "./read-tags.ts";
import { formatOf, IMAGE_FORMATS, type ImageFormat, readServedImage } from "./served-image.ts";
import type { TestFetcher } from "./test-fetchers.ts";

export type ExpectedImage = {
	shape: ImageShape;
	/** Its path, which contains the hash of its bytes; without it, bytes aren't compared. */
	imageUrl?: string;
};

export function judgeImage(fetcher: TestFetcher, answer: OwnAnswer, { shape, imageUrl }: ExpectedImage): Finding[] {
	const { name, platform } = fetcher;
	const { header, bytes, isCut, took } = answer;
	const broken = unusable(fetcher, answer);
	if (broken) return [broken];
	if (isPart(answer)) return [];
	const size = readServedImage(bytes);
	const isJpeg = size?.format === "JPEG";
	const length = header("content-length");
	const isLengthWrong = length !== "" && Number(length) !== bytes.length && !isCut && header("content-encoding") === "";
	const content: (Finding | false)[] = [
		size === null && fail(`${name} can't read the image: it got ${kindOf(bytes)}`),
		isJpeg && !isWhole(bytes) && fail(`${name} got half an image: its end is missing`),
		size !== null &&
			!isOf(shape, size) &&
			warn(`${name} got a resized image: ${size.width} x ${size.height} pixels`, RESIZED),
		size !== null && isSmaller(platform, IMAGE_SIZES[shape], size) && warn(`${name} will show a small image`),
		bytes.length > platform.imageBytes && fail(`${name} can't show the image: its file is too large`, RESIZED),
	];
	const isNamed = [...content, !isJpeg].some((each) => each !== false);
	const found: (Finding | false)[] = [
		length === "" && fail(`${name} got no Content-Length for the image`),
		isLengthWrong && fail(`${name} got a wrong Content-Length for the image`),
		header("content-encoding") !== "" && warn(`${name} received the image compressed twice`),
		header("content-disposition").includes("attachment") && warn(`${name} got the image as a download`),
		/no-store|no-cache/.test(header("cache-control")) &&
			warn(`${name} can't cache the image: its Cache-Control is ${quoted(header("cache-control"))}`),
		...content,
		size !== null && judgeFormat(fetcher, size.format, header("content-type")),
		!isNamed && isChanged(bytes, imageUrl) && fail(`${name} got a changed image: its bytes differ from ours`, CHANGED),
		took > SLOW_MS && warn(`${name} waited more than three seconds for the image`),
	];
	return found.filter((each) => each !== false);
}

const RESIZED = `${PROXY} If nothing does, please contact us.`;
const CHANGED = "A proxy, a cache or an optimizer in front of the service changes or cuts images. Turn that off.";

function unusable(fetcher: TestFetcher, answer: OwnAnswer): Finding | null {
	const { name } = fetcher;
	const { status, header, broken } = answer;
	if (status === 304) return fail(`${name} got "not modified" (304) and no image`);
	if (status >= 300 && status < 400) return fail(`${name} was redirected (${status}) and saw no image`);
	if (status === 416) return fail(`${name} asked for a range of the image and was refused (416)`);
	if (status === 206 && !isPart(answer)) return fail(`${name} got the wrong part of the image (206)`);
	if (status !== 200 && status !== 206) return fail(`${name} was refused the image (${status})`);
	const type = header("content-type");
	if (!type.startsWith("image/")) return fail(`${name} got ${type || "a file without a type"} instead of an image`);
	if (IMAGE_FORMATS[mimeOf(type)] === undefined) return fail(`${name} got ${type}, which it may not show`, CHANGED);
	// An image compressed in transit is judged below, as far as it can be read.
	const isPacked = header("content-encoding") !== "" && broken === undefined;
	return isPacked ? null : judgeTransfer(fetcher, answer, "the image");
}

/** Whether this is the requested range, from byte 0: as long as declared, possibly the whole file. */
function isPart({ status, header, bytes }: OwnAnswer): boolean {
	const [, last, length] = /^bytes 0-(\d+)\/(\d+)$/.exec(header("content-range")) ?? [];
	return status === 206 && last !== undefined && Number(last) + 1 === bytes.length && bytes.length <= Number(length);
}

function isChanged(bytes: Buffer, imageUrl: string | undefined): boolean {
	return imageUrl !== undefined && imageUrlOf(bytes) !== imageUrl;
}

function judgeFormat({ name, showsNoWebp }: TestFetcher, format: ImageFormat, type: string): Finding | false {
	if (IMAGE_FORMATS[mimeOf(type)] !== format)
		return fail(`${name} got the image as ${mimeOf(type)}, but its bytes are a ${format}`, CHANGED);
	if (format === "WebP" && showsNoWebp) return fail(`${name} can't show the image: it got a WebP`, CHANGED);
	return format !== "JPEG" && warn(`${name} got the image as a ${format}, not as our JPEG`, CHANGED);
}

function mimeOf(contentType: string): string {
	return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** A finding if the declared image size is wrong, because some fetchers lay out the card by it. */
export function judgeDeclaredSize(
	{ name }: TestFetcher,
	shape: ImageShape,
	page: OwnAnswer,
	image: OwnAnswer,
): Finding[] {
	const { first } = readTags(page.bytes);
	const [width, height] = ["width", "height"].map((side) => first(`og:image:${side}`));
	const real = readServedImage(image.bytes);
	// A resized image has its own finding.
	if (real === null || !isOf(shape, real) || (width === undefined && height === undefined)) return [];
	if (Number(width ?? real.width) === real.width && Number(height ?? real.height) === real.height) return [];
	const said = quoted(`${width ?? "?"} x ${height ?? "?"}`);
	return [fail(`${name} expects an image of ${said} pixels, but it has ${real.width} x ${real.height}`)];
}

function kindOf(bytes: Buffer): string {
	if (bytes.length === 0) return "an empty file";
	const format = formatOf(bytes);
	if (format !== null) return `a ${format} without a size`;
	return /^\s*</.test(bytes.toString("latin1", 0, 100)) ? "a web page" : "a file of another type";
}

function isOf(shape: ImageShape, { width, height }: { width: number; height: number }): boolean {
	return width === IMAGE_SIZES[shape].width && height === IMAGE_SIZES[shape].height;
}

/** Whether a platform shows the original large but this version small. */
function isSmaller({ largeFrom }: CardPlatform, made: ShownImage, given: ShownImage): boolean {
	return isLargeEnough(made, largeFrom) && !isLargeEnough(given, largeFrom);
}

function isWhole(bytes: Buffer): boolean {
	return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}
