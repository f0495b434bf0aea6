import { setMaxListeners } from "node:events";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { hidesImageLoads, shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { OwnAddress, OwnAnswer } from "#server/platform/outbound/own-address.ts";
import { watchOwnTime } from "#server/platform/work/own-time.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { cardTargetOf } from "#shared/links/cards/card-targets.ts";
import { IMAGE_TAG } from "#shared/links/cards/delivery.ts";
import type { Finding, SelfTest } from "#shared/links/cards/self-test.ts";
import type { ImageTags } from "../image-tags.ts";
import { cardToTest, type TestedDomain, type TestedLink } from "./card-to-test.ts";
import { fail } from "./findings.ts";
import { bothFamilies, type FamilyAnswer, type IpFamily, judgeFamilies } from "./judge-families.ts";
import { judgeDeclaredSize, judgeImage } from "./judge-image.ts";
import { type ExpectedCard, judgeHead, judgePage } from "./judge-page.ts";
import { judgeRobots, neededPaths } from "./judge-robots.ts";
import { OWN_MARK, type OwnMark } from "./own-mark.ts";
import { readTags } from "./read-tags.ts";
import { TEST_FETCHERS, type TestFetcher } from "./test-fetchers.ts";

type Options = {
	db: Db;
	ownAddress: OwnAddress;
	mark: OwnMark;
	tags: Pick<ImageTags, "sign">;
	linksOrigin: string;
	/** By default that of links. */
	imagesOrigin?: string;
	domainTarget?: string;
	now: () => Date;
	addressesOf?: typeof bothFamilies;
	watchTime?: typeof watchOwnTime;
	deadlines: Pick<Deadlines, "selfTest">;
};
type Owner = Pick<User, "id" | "userSlug">;

/** The page for this fetcher contains the short URL unchanged. */
const FAMILY_TESTER = { userAgent: "Twitterbot/1.0" };
const POINT_IT = "Set the records of your domain, then check it under Domains.";
const PER_MINUTE = 6;
const PAGE_BYTES = 512 * 1024;
const IMAGE_BYTES = 10 * 1024 * 1024;

export type SelfTests = ReturnType<typeof createSelfTests>;

/** Requests a link as twelve fetchers do, over our public address, and reports problems (P202). */
export function createSelfTests(options: Options) {
	const {
		db,
		ownAddress,
		mark,
		tags,
		linksOrigin,
		imagesOrigin = linksOrigin,
		domainTarget = new URL(linksOrigin).hostname,
		now,
		addressesOf = bothFamilies,
		deadlines,
		watchTime = watchOwnTime,
	} = options;
	/** Behind a cache, images have no tag and the test no mark, which is nobody else's (P699). */
	const isCached = hidesImageLoads({ linksOrigin, imagesOrigin });
	const rate = createRateLimiter({ max: PER_MINUTE, perMs: 60_000, now: () => now().getTime() });

	/** @throws AppError "not_found", "too_many" (more than five a minute per user), "unavailable" (a slow machine) */
	async function run(owner: Owner, linkId: number): Promise<SelfTest> {
		const link = await cardToTest(db, owner.id, linkId);
		if (!rate.take(owner.id)) {
			const { retryAfterSeconds } = rate.refusal(owner.id);
			throw new AppError("rate_limited", "You have tested many links just now. Please try again in a minute.", {
				retryAfterSeconds,
			});
		}
		if (link.domain?.isReached === false) return { results: unreached(link.domain), took: 0 };
		const began = performance.now();
		const signal = AbortSignal.timeout(deadlines.selfTest - 500);
		const ownTime = watchTime();
		// Some thirty requests listen to it, which is no leak.
		setMaxListeners(0, signal);
		const domain = link.domain?.host ?? null;
		const url = shortUrlOf(linksOrigin, { ...owner, linkSlug: link.linkSlug, domain });
		const at = { path: new URL(url).pathname, domain };
		const families = askFamilies({ ...at, signal });
		const askRobots = (at: Pick<Asked, "domain" | "isImage">) =>
			ask({ path: "/robots.txt", ...at, userAgent: "Visualink", maxBytes: PAGE_BYTES, signal });
		const robots = askRobots({ domain });
		// Images are on our own host, or on a cache's.
		const imageRobots = domain === null && !isCached ? null : askRobots({ isImage: true });
		imageRobots?.catch(() => undefined);
		const results = TEST_FETCHERS.map(async (fetcher) => ({
			fetcher: fetcher.name,
			findings: await test(fetcher, { link, url, ...at, signal, robots, imageRobots, families }),
		}));
		const found = await Promise.all(results).finally(ownTime.stop);
		// A slow machine of ours isn't a fault of the card.
		if (signal.aborted && ownTime.isLate()) throw tooLate();
		return { results: found, took: Math.round(performance.now() - began) };
	}

	type Test = {
		link: TestedLink;
		/** The link's short address, its path there, and its own domain, or null. */
		url: string;
		path: string;
		domain: string | null;
		signal: AbortSignal;
		robots: Promise<OwnAnswer>;
		imageRobots: Promise<OwnAnswer> | null;
		families: Promise<FamilyAnswer[]>;
	};

	async function test(fetcher: TestFetcher, tested: Test): Promise<Finding[]> {
		const { link, url, path, domain, signal, robots, imageRobots, families } = tested;
		const card = link.cards[cardTargetOf(fetcher.platform.id)];
		const { imageUrl, imageShape } = card?.imageUrl ? card : link;
		const own = imageUrl?.startsWith("/") ? imageUrl : null;
		const expected: ExpectedCard = {
			title: card?.title ?? link.title,
			description: card?.description ?? link.description,
			url,
			picture: own ? imagesOrigin + own : imageUrl,
			button: card?.buttonLabel ?? null,
		};
		const request = { userAgent: fetcher.userAgent, headers: fetcher.headers ?? {}, signal };
		const page = ask({ ...request, path, domain, maxBytes: PAGE_BYTES });
		const head = fetcher.asksHead ? ask({ ...request, path, domain, method: "HEAD", maxBytes: 0 }) : null;
		const shape = imageShape ?? "wide";
		const tagged = own && (isCached ? own : `${own}?${IMAGE_TAG}=${tags.sign(link, own)}`);
		const range = fetcher.rangesImages ? { range: fetcher.headers?.range ?? "" } : {};
		const picture = tagged
			? ask({ ...request, headers: range, path: tagged, isImage: true, maxBytes: IMAGE_BYTES })
			: null;
		const pathsOf = async (path: string | null) =>
			neededPaths(path, await page.catch(() => null), { imagesOrigin, image: tagged });
		const found = await Promise.all([
			// To a fetcher that respects it, no answer disallows everything (RFC 9309, 2.3.1.4).
			fetcher.robot &&
				judged("robots.txt", fetcher, robots, async (answer) =>
					judgeRobots(fetcher, answer, imageRobots === null ? await pathsOf(path) : [path]),
				),
			fetcher.robot &&
				imageRobots &&
				judged("robots.txt", fetcher, imageRobots, async (answer) => judgeRobots(fetcher, answer, await pathsOf(null))),
			judged("the page", fetcher, page, (answer) => judgePage(fetcher, answer, expected)),
			head && judged("HEAD", fetcher, head, (answer) => judgeHead(fetcher, answer)),
			picture &&
				judged("the image", fetcher, picture, (answer) => judgeImage(fetcher, answer, { shape, imageUrl: own ?? "" })),
			picture &&
				Promise.all([page, picture]).then(
					(both) => judgeDeclaredSize(fetcher, shape, ...both),
					() => [],
				),
			families.then((answers) => judgeFamilies(fetcher.name, answers, (answer) => isCardOf(answer, expected.url))),
		]);
		return found.flatMap((each) => each || []);
	}

	async function askFamilies({
		path,
		domain,
		signal,
	}: Pick<Test, "path" | "domain" | "signal">): Promise<FamilyAnswer[]> {
		const late = new Promise<[]>((resolve) => signal.addEventListener("abort", () => resolve([]), { once: true }));
		const both = await Promise.race([
			addressesOf(domain === null ? new URL(linksOrigin).hostname : domainTarget),
			late,
		]);
		return Promise.all(
			both.map(async (each) => {
				const asked = ask({ ...FAMILY_TESTER, path, domain, maxBytes: PAGE_BYTES, signal, family: each.family });
				return { ...each, answer: await asked.catch((error: Error) => error) };
			}),
		);
	}

	async function judged(
		what: string,
		{ name }: TestFetcher,
		asked: Promise<OwnAnswer>,
		judge: (answer: OwnAnswer) => Finding[] | Promise<Finding[]>,
	): Promise<Finding[]> {
		const answer = await asked.catch(() => null);
		return answer === null ? [fail(`${name} got no answer for ${what}`)] : judge(answer);
	}

	type Asked = {
		path: string;
		domain?: string | null;
		isImage?: boolean;
		userAgent: string;
		headers?: Record<string, string>;
		method?: "GET" | "HEAD";
		maxBytes: number;
		signal: AbortSignal;
		family?: IpFamily;
	};

	function ask({ userAgent, headers = {}, method = "GET", ...asked }: Asked): Promise<OwnAnswer> {
		const own = isCached && asked.isImage ? {} : { [OWN_MARK]: mark.sign() };
		return ownAddress.ask({
			...asked,
			method,
			headers: { accept: "*/*", ...headers, "user-agent": userAgent, ...own },
		});
	}

	return { run };
}

function unreached({ host }: TestedDomain): SelfTest["results"] {
	return TEST_FETCHERS.map(({ name }) => ({ fetcher: name, findings: [fail(`${name} can't find ${host}`, POINT_IT)] }));
}

function tooLate(): AppError {
	return new AppError("unavailable", "The link can't be tested just now. Please try again.", { retryAfterSeconds: 5 });
}

function isCardOf({ bytes }: OwnAnswer, url: string): boolean {
	return readTags(bytes).first("og:url") === url;
}
