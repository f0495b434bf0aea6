import { IMAGE_SIZE } from "#shared/links/images/image-file.ts";
import { css, leastContrast, scrimColour, scrimFor } from "./contrast.ts";
import { type SetTitle, setTitle } from "./set-title.ts";
import type { Template } from "./templates.ts";

type Drawn = { template: Template; title: string; image: HTMLImageElement | null };
type Box = { x: number; y: number; width: number; height: number };

const { width: WIDTH, height: HEIGHT } = IMAGE_SIZE;
const MARGIN = 88;
const ROOM = { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN - 40 };
const RULE = { width: 88, height: 10, below: 34 };
const FADE = 220;
const FACE = `"Bricolage Grotesque", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`;

/** A canvas doesn't wait for fonts to load. */
export async function loadFace(): Promise<void> {
	await document.fonts.load(`700 80px "Bricolage Grotesque"`);
}

/**
 * Draws a title on a color, gradient or image, 1200x630.
 * @returns the measured minimum contrast of the letters to any pixel behind them
 */
export function drawTemplate(context: CanvasRenderingContext2D, { template, title, image }: Drawn): number {
	const set = setTitle(title, measureWith(context), ROOM);
	const box = boxOf(set, template);
	drawGround(context, { template, title, image }, box);
	const pixels = context.getImageData(box.x, box.y, box.width, box.height).data;
	drawLetters(context, { set, box, template, title });
	return leastContrast(template.letters, pixels);
}

function boxOf({ lines, lineHeight }: SetTitle, { place }: Template): Box {
	const height = RULE.height + RULE.below + lines.length * lineHeight;
	const free = HEIGHT - height;
	const y = place === "low" ? free - MARGIN : Math.round(free / 2);
	return { x: MARGIN, y, width: ROOM.width, height };
}

function drawGround(context: CanvasRenderingContext2D, { template, image }: Drawn, box: Box): void {
	const { ground, letters, place } = template;
	if (ground.kind !== "picture") {
		const flow = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
		const last = ground.colours.length - 1;
		for (const [at, colour] of ground.colours.entries()) flow.addColorStop(last === 0 ? 0 : at / last, css(colour));
		context.fillStyle = flow;
		context.fillRect(0, 0, WIDTH, HEIGHT);
		return;
	}
	context.fillStyle = "white";
	context.fillRect(0, 0, WIDTH, HEIGHT);
	if (image) drawCovering(context, image);
	const share = scrimFor(letters, context.getImageData(box.x, box.y, box.width, box.height).data);
	if (place === "middle") {
		context.fillStyle = scrimColour(share);
		context.fillRect(0, 0, WIDTH, HEIGHT);
		return;
	}
	const top = Math.max(0, box.y - FADE);
	const fade = context.createLinearGradient(0, top, 0, HEIGHT);
	fade.addColorStop(0, scrimColour(0));
	// A pixel earlier, so that it fully covers the letters' first row.
	fade.addColorStop(Math.max(0, (box.y - 1 - top) / (HEIGHT - top)), scrimColour(share));
	fade.addColorStop(1, scrimColour(share));
	context.fillStyle = fade;
	context.fillRect(0, top, WIDTH, HEIGHT - top);
}

function drawCovering(context: CanvasRenderingContext2D, image: HTMLImageElement): void {
	const { naturalWidth, naturalHeight } = image;
	const scale = Math.max(WIDTH / naturalWidth, HEIGHT / naturalHeight);
	const [width, height] = [naturalWidth * scale, naturalHeight * scale];
	context.imageSmoothingQuality = "high";
	context.drawImage(image, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
}

type Letters = { set: SetTitle; box: Box; template: Template; title: string };

function drawLetters(context: CanvasRenderingContext2D, { set, box, template, title }: Letters): void {
	const isRightToLeft = startsRightToLeft(title);
	const isMiddle = template.place === "middle";
	const start = isRightToLeft ? box.x + box.width : box.x;
	const x = isMiddle ? WIDTH / 2 : start;
	context.fillStyle = css(template.letters);
	const ruleAt = isRightToLeft && !isMiddle ? x - RULE.width : x - (isMiddle ? RULE.width / 2 : 0);
	context.fillRect(ruleAt, box.y, RULE.width, RULE.height);
	context.font = font(set.size);
	context.direction = isRightToLeft ? "rtl" : "ltr";
	context.textAlign = isMiddle ? "center" : "start";
	context.textBaseline = "middle";
	const first = box.y + RULE.height + RULE.below + set.lineHeight / 2;
	for (const [at, line] of set.lines.entries()) context.fillText(line, x, first + at * set.lineHeight);
}

function measureWith(context: CanvasRenderingContext2D): (text: string) => number {
	context.font = font(100);
	return (text) => context.measureText(text).width / 100;
}

function font(size: number): string {
	return `700 ${size}px ${FACE}`;
}

function startsRightToLeft(text: string): boolean {
	const [letter = ""] = /\p{L}/u.exec(text) ?? [];
	return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}
