import { DRAWN_PLATFORMS } from "./drawn-platforms.ts";
import { MESSENGERS } from "./messengers.ts";
import type { Platform } from "./platform.ts";
import { SEARCH } from "./search.ts";
import { SOCIAL } from "./social.ts";

export const PLATFORMS: readonly Platform[] = [...DRAWN_PLATFORMS, ...SOCIAL, ...MESSENGERS, ...SEARCH];
