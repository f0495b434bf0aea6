import { DRAWN_PLATFORMS } from "#shared/public/platforms/drawn-platforms.ts";
import type { Platform } from "#shared/public/platforms/platform.ts";

/** The name of an app's fetcher: its own, or that of the app whose card it shares. */
export function fetcherOf(app: Platform): string | undefined {
	return app.probe ? app.name : DRAWN_PLATFORMS.find((each) => each.probe && each.cardTarget === app.cardTarget)?.name;
}
