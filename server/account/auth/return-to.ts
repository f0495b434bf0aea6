import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";

const MAX_LENGTH = 512;
/** Characters of slugs and public pages' addresses, which no parser treats as more than one segment. */
const SEGMENT = "[A-Za-z0-9_-]+";
const SCREENS = Object.values(SCREEN_PATHS).map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, SEGMENT)}$`));

/** The screen to open after sign-in; null unless it is one of ours (P34). */
export function safeReturnTo(value: unknown, publicOrigin: string): string | null {
	if (typeof value !== "string" || value.length > MAX_LENGTH || !value.startsWith("/")) return null;
	if (!URL.canParse(value, publicOrigin)) return null;
	const { origin, pathname, search, hash } = new URL(value, publicOrigin);
	const isScreen = origin === publicOrigin && SCREENS.some((screen) => screen.test(pathname));
	return isScreen ? pathname + search + hash : null;
}
