/** Part of `npm run lint`: the project's own rules, each of which says what breaks it. */
import "./boundaries/check.ts";
import "./browser-floor/check.ts";
import "./prose/check.ts";
import "./flakes/check.ts";
import "./hydration/check.ts";
