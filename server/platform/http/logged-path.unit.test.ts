import { expect, it } from "vitest";
import { loggedPath } from "./logged-path.ts";

it.each([
	["/api/links?token=secret", "/api/links"],
	[`/stats/${"a".repeat(24)}?range=7d`, "/stats/..."],
	["/STATS/abc", "/stats/..."],
	["/go/~report/abcdefghjk", "/go/~report/..."],
	["/email/unsubscribe/0b7d5a52/quota", "/email/unsubscribe/..."],
	["/api/links/tags/my%20client", "/api/links/tags/..."],
	["/api/links/tags", "/api/links/tags"],
	["/api/open/ada/summer?x=1", "/api/open/..."],
	["/go/ada/summer", "/go/ada/summer"],
	[`/api/v1/vl_${"a1B".repeat(12)}/me`, "/api/v1/vl_.../me"],
])("P483: the log has the path %s as %s", (url, logged) => {
	expect(loggedPath({ url })).toBe(logged);
	// Express takes from `url` what a router is mounted at.
	expect(loggedPath({ url: "/", originalUrl: url })).toBe(logged);
});
