import { expect, it } from "vitest";
import { API, publicLinkPath } from "./api-paths.ts";

it.each([
	[API.links.slugAvailability("a&b=c d"), "/api/links/check-slug-availability?slug=a%26b%3Dc%20d"],
	[API.links.bySlug("a/../b?c"), "/api/links/by-slug/a%2F..%2Fb%3Fc"],
	[API.links.byId(7), "/api/links/7"],
	[API.stats.linkViews(7), "/api/stats/links/7/views"],
	[publicLinkPath("ada", "Launch"), "/go/ada/Launch"],
	[API.links.open("https://v.example/go/ada/Launch"), "/api/open/ada/Launch"],
	[API.links.open("https://go.brand.com:3000/go"), "/api/open/go.brand.com/go"],
])("%s, whatever a slug holds", (path, expected) => {
	expect(path).toBe(expected);
});
