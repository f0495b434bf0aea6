import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";

const MAX_LENGTH = 512;
/** What a link's slug and the address of a public page are made of; nothing that any reader takes for more than a segment. */
const SEGMENT = "[A-Za-z0-9_-]+";
const SCREENS = Object.values(SCREEN_PATHS).map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, SEGMENT)}$`));

/** The address of the screen to go to after sign-in; null for anything but one of our own screens (P34). */
export function safeReturnTo(value: unknown, publicOrigin: string): string | null {
	if (typeof value !== "string" || value.length > MAX_LENGTH || !value.startsWith("/")) return null;
	if (!URL.canParse(value, publicOrigin)) return null;
	const { origin, pathname, search, hash } = new URL(value, publicOrigin);
	const isScreen = origin === publicOrigin && SCREENS.some((screen) => screen.test(pathname));
	return isScreen ? pathname + search + hash : null;
}
