import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { safeReturnTo } from "#server/account/auth/return-to.ts";
import { agentReader } from "#server/analytics/agents.ts";
import { isZone } from "#server/analytics/clock.ts";
import { openIpCountry } from "#server/billing/onboarding/ip-country.ts";
import { normaliseVatNumber } from "#server/billing/onboarding/vat-number.ts";
import { judgeRobots } from "#server/links/cards/self-test/judge-robots.ts";
import { TEST_FETCHERS } from "#server/links/cards/self-test/test-fetchers.ts";
import type { RawRow } from "#server/links/imports/csv/read-csv.ts";
import { judgeRow } from "#server/links/imports/judge-row.ts";
import { readOembed } from "#server/links/prefill/oembed.ts";
import { clientIp, truncateIp } from "#server/platform/http/proxy-headers.ts";
import { isPublicTarget } from "#server/platform/outbound/target-host.ts";
import { attributionOf } from "#server/public/go/attribution.ts";
import { destinationOf, versionQuery } from "#server/public/go/destination.ts";
import { readGoPath } from "#server/public/go/go-path.ts";
import { judgeUserAgent, USER_AGENT_MAX } from "#server/public/go/visitor.ts";
import { onboardingForm } from "#shared/billing/onboarding/onboarding-form.ts";
import { cardOverride } from "#shared/links/cards/card-override.ts";
import { shownHost } from "#shared/links/cards/shown-host.ts";
import { LINK_FIELD_NAMES } from "#shared/links/link-fields.ts";
import { linkForm } from "#shared/links/link-form.ts";
import { linkChanges, linkSearch, tagName } from "#shared/links/link-list.ts";
import { addressToRead } from "#shared/links/prefill.ts";
import { isWebAddress, parseWebAddress, withScheme } from "#shared/links/target-url.ts";
import { readUtm, utmTemplateForm } from "#shared/links/utm.ts";
import { heldFor } from "./longest-stretch.ts";
import { madeUpTexts, WORST } from "./texts.ts";

/** What is parsed on the main thread, with the most that a request may bring it, in UTF-16 units or bytes. */
const [HEADER, FIELD, JSON_BODY, ROW] = [16_000, 8_192, 32_000, 64 * 1_024];
const [OEMBED, ROBOTS] = [64 * 1_024, 512 * 1_024];
const MOST_MS = 50;
const SEED = 20_261_123;
const TEXTS = { ...WORST, ...madeUpTexts(20, SEED) };

const publicOrigin = "https://visualink.example";
const ownOrigins = [publicOrigin];
const PERSON = judgeUserAgent(
	"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
);
const country = await openIpCountry(null);
const refusable = (parse: (text: string) => unknown) => (text: string) => {
	try {
		parse(text);
	} catch {
		// A refusal is an answer.
	}
};
const request = (headers: Record<string, string>) =>
	({ headers, socket: { remoteAddress: "127.0.0.1" } }) as unknown as IncomingMessage;
const robots = TEST_FETCHERS.find(({ robot }) => robot !== undefined);

const CELLS = [...LINK_FIELD_NAMES, "shortUrl"];
const TEXT_PARSERS: Record<string, { most: number; parse: (text: string) => unknown }> = {
	"path of /go": { most: HEADER, parse: (text) => readGoPath(`/go/${text}`) },
	"path of /go, after its slugs": { most: HEADER, parse: (text) => readGoPath(`/go/ada/link${text}`) },
	"query of /go": {
		most: HEADER,
		parse(text) {
			const search = `?${text}`;
			attributionOf(PERSON, { search, referrer: undefined, isOwnHost: () => false });
			destinationOf("https://example.com/?a=b#c", search);
			versionQuery(search);
		},
	},
	referrer: {
		most: HEADER,
		parse: (text) => attributionOf(PERSON, { search: "", referrer: `https://${text}`, isOwnHost: () => false }),
	},
	"user agent of a visitor": { most: USER_AGENT_MAX, parse: judgeUserAgent },
	"user agent of a browser": { most: USER_AGENT_MAX, parse: (text) => judgeUserAgent(`Mozilla/5.0 ${text}`) },
	"user agent in a chart": { most: USER_AGENT_MAX, parse: (text) => agentReader()(text) },
	"forwarded addresses": {
		most: HEADER,
		parse: (text) => truncateIp(clientIp(request({ "x-forwarded-for": text }), 1) ?? ""),
	},
	"country of an address": { most: HEADER, parse: country },
	"way back after sign-in": { most: HEADER, parse: (text) => safeReturnTo(`/${text}`, publicOrigin) },
	"time zone": { most: HEADER, parse: isZone },
	"target of a link": {
		most: FIELD,
		parse(text) {
			const url = parseWebAddress(withScheme(text));
			if (url) isPublicTarget(url, { ownOrigins });
			isWebAddress(`https://${text}`);
			isWebAddress(`https://example.com/${text}`);
		},
	},
	"host shown to visitors": { most: FIELD, parse: refusable((text) => shownHost(`https://${text}/`)) },
	"UTM values": { most: FIELD, parse: (text) => readUtm(`https://example.com/?${text}`) },
	"link form": {
		most: FIELD,
		parse: (text) => linkForm.safeParse(Object.fromEntries(Object.keys(linkForm.shape).map((name) => [name, text]))),
	},
	"card for an app": {
		most: FIELD,
		parse: (text) =>
			cardOverride.safeParse({ title: text, description: text, imageUrl: text, colour: text, imageCut: text }),
	},
	"search of the list": { most: HEADER, parse: (text) => linkSearch.safeParse({ q: text, tag: text, sort: text }) },
	tag: { most: JSON_BODY, parse: (text) => tagName.safeParse(text) },
	"changes of links": {
		most: JSON_BODY,
		parse: (text) =>
			linkChanges.safeParse({ change: "tag", ids: Array.from({ length: 500 }, (_, n) => n + 1), tag: text }),
	},
	"page to read": { most: JSON_BODY, parse: (text) => addressToRead.safeParse({ url: text }) },
	"UTM template": {
		most: JSON_BODY,
		parse: (text) => utmTemplateForm.safeParse({ name: text, source: text, medium: text }),
	},
	"onboarding form": {
		most: JSON_BODY,
		parse: (text) =>
			onboardingForm.safeParse({ email: text, fullName: text, businessAddress: text, businessCountry: text }),
	},
	"e-mail address": { most: JSON_BODY, parse: (text) => onboardingForm.safeParse({ email: `a@${text}.b` }) },
	"VAT number": { most: 32, parse: refusable((text) => normaliseVatNumber("PT", text)) },
	"row of a file": {
		most: Math.floor(ROW / CELLS.length),
		parse: (text) => row(Object.fromEntries(CELLS.map((name) => [name, text]))),
	},
	"tags of a row": { most: ROW, parse: (text) => row({ targetUrl: "https://example.com/", tags: text }) },
	"slug of a row": { most: ROW, parse: (text) => row({ targetUrl: "https://example.com/", linkSlug: text }) },
	"short address of a row": { most: ROW, parse: (text) => row({ targetUrl: "https://example.com/", shortUrl: text }) },
	"title of a row": { most: ROW, parse: (text) => row({ targetUrl: "https://example.com/", title: text }) },
	"oEmbed answer": { most: OEMBED, parse: (text) => readOembed(text, new URL("https://youtube.com/watch?v=1")) },
	"title in an oEmbed answer": {
		most: OEMBED,
		parse: (text) =>
			readOembed(
				JSON.stringify({ title: text, description: text, author_name: text, provider_name: text }),
				new URL("https://youtube.com/watch?v=1"),
			),
	},
	"robots.txt": { most: ROBOTS, parse: robotsText },
	"rules of robots.txt": {
		most: ROBOTS,
		parse: (text) => robotsText(`user-agent: *\n${"allow: /a\n".repeat(25_000)}${text}`.slice(0, ROBOTS)),
	},
	"line of robots.txt": { most: ROBOTS, parse: (text) => robotsText(`user-agent:${text}`) },
};

function row(cells: RawRow["cells"]): void {
	judgeRow({ line: 1, cells }, { ownOrigins });
}

function robotsText(text: string): void {
	if (!robots) throw new Error("No fetcher reads robots.txt");
	const answer = { status: 200, header: () => "text/plain", bytes: Buffer.from(text), isCut: false };
	judgeRobots(robots, answer as unknown as Parameters<typeof judgeRobots>[1], ["/go/ada/link"]);
}

describe.each(Object.entries(TEXT_PARSERS))("%s", (_, { most, parse }) => {
	it(`takes at most ${MOST_MS} ms for the worst ${most} characters (P255)`, async () => {
		const slow: Record<string, number> = {};
		for (const [kind, make] of Object.entries(TEXTS)) {
			const text = make(most).slice(0, most);
			const ms = await heldFor(() => parse(text), MOST_MS);
			if (ms !== null) slow[kind] = ms;
		}
		expect(slow).toEqual({});
	});
});
