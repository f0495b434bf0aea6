import { setMaxListeners } from "node:events";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import type { OwnAddress, OwnAnswer } from "#server/outbound/own-address.ts";
import { createRateLimiter } from "#server/work/rate-limiter.ts";
import { publicLinkPath } from "#shared/api-paths.ts";
import type { User } from "#shared/auth/users.table.ts";
import { cardTargetOf } from "#shared/cards/card-targets.ts";
import { PICTURE_TAG } from "#shared/cards/delivery.ts";
import type { Finding, SelfTest } from "#shared/cards/self-test.ts";
import type { PictureTags } from "../picture-tags.ts";
import { cardToTest, type TestedLink } from "./card-to-test.ts";
import { fail } from "./findings.ts";
import { type ExpectedCard, judgeHead, judgePage } from "./judge-page.ts";
import { judgePicture } from "./judge-picture.ts";
import { judgeRobots } from "./judge-robots.ts";
import { OWN_MARK, type OwnMark } from "./own-mark.ts";
import { TEST_FETCHERS, type TestFetcher } from "./test-fetchers.ts";

type Options = {
	db: Db;
	ownAddress: OwnAddress;
	mark: OwnMark;
	tags: Pick<PictureTags, "sign">;
	publicOrigin: string;
	now: () => Date;
	/** All of it together takes no longer, in milliseconds. */
	selfTestMs?: number;
};
type Owner = Pick<User, "id" | "userSlug">;

const TOTAL_MS = 5_000;
const PER_MINUTE = 6;
const PAGE_BYTES = 512 * 1024;
const PICTURE_BYTES = 10 * 1024 * 1024;

export type SelfTests = ReturnType<typeof createSelfTests>;

/** Goes the way of twelve fetchers over our own public address, and says what each of them would miss (P202). */
export function createSelfTests({ db, ownAddress, mark, tags, publicOrigin, now, selfTestMs = TOTAL_MS }: Options) {
	const rate = createRateLimiter({ max: PER_MINUTE, perMs: 60_000, now: () => now().getTime() });

	/** @throws AppError "not_found", "too_many" (a person's sixth within a minute was the last) */
	async function run(owner: Owner, linkId: number): Promise<SelfTest> {
		const link = await cardToTest(db, owner.id, linkId);
		if (!rate.take(owner.id)) {
			const { retryAfterSeconds } = rate.refusal(owner.id);
			throw new AppError("rate_limited", "You have tested many links just now. Please try again in a minute.", {
				retryAfterSeconds,
			});
		}
		const began = performance.now();
		const signal = AbortSignal.timeout(selfTestMs - 500);
		// Some thirty requests end with it, which is no leak.
		setMaxListeners(0, signal);
		const path = publicLinkPath(owner.userSlug, link.linkSlug);
		const robots = ask({ path: "/robots.txt", userAgent: "Visualink", maxBytes: PAGE_BYTES, signal });
		const results = TEST_FETCHERS.map(async (fetcher) => ({
			fetcher: fetcher.name,
			findings: await test(fetcher, { link, path, signal, robots }),
		}));
		return { results: await Promise.all(results), took: Math.round(performance.now() - began) };
	}

	type Test = { link: TestedLink; path: string; signal: AbortSignal; robots: Promise<OwnAnswer> };

	async function test(fetcher: TestFetcher, { link, path, signal, robots }: Test): Promise<Finding[]> {
		const card = link.cards[cardTargetOf(fetcher.platform.id)];
		const { imageUrl, imageShape } = card?.imageUrl ? card : link;
		const own = imageUrl?.startsWith("/") ? imageUrl : null;
		const expected: ExpectedCard = {
			title: card?.title ?? link.title,
			description: card?.description ?? link.description,
			url: publicOrigin + path,
			picture: own ? publicOrigin + own : imageUrl,
			button: card?.buttonLabel ?? null,
		};
		const request = { ...fetcher, signal };
		const page = ask({ ...request, path, maxBytes: PAGE_BYTES });
		const head = fetcher.asksHead ? ask({ ...request, path, method: "HEAD", maxBytes: 0 }) : null;
		const tagged = own && `${own}?${PICTURE_TAG}=${tags.sign(link, own)}`;
		const picture = tagged ? ask({ ...request, headers: {}, path: tagged, maxBytes: PICTURE_BYTES }) : null;
		const needed = own ? [path, own] : [path];
		const found = await Promise.all([
			// To those who heed it, silence forbids everything (RFC 9309, 2.3.1.4).
			fetcher.robot && judged("robots.txt", fetcher, robots, (answer) => judgeRobots(fetcher, answer, needed)),
			judged("the page", fetcher, page, (answer) => judgePage(fetcher, answer, expected)),
			head && judged("HEAD", fetcher, head, (answer) => judgeHead(fetcher, answer)),
			picture &&
				judged("the picture", fetcher, picture, (answer) => judgePicture(fetcher, answer, imageShape ?? "wide")),
		]);
		return found.flatMap((each) => each || []);
	}

	async function judged(
		what: string,
		{ name }: TestFetcher,
		asked: Promise<OwnAnswer>,
		judge: (answer: OwnAnswer) => Finding[],
	): Promise<Finding[]> {
		const answer = await asked.catch(() => null);
		return answer === null ? [fail(`${name} gets no answer for ${what}`)] : judge(answer);
	}

	type Asked = {
		path: string;
		userAgent: string;
		headers?: Record<string, string>;
		method?: "GET" | "HEAD";
		maxBytes: number;
		signal: AbortSignal;
	};

	function ask({ path, userAgent, headers = {}, method = "GET", maxBytes, signal }: Asked): Promise<OwnAnswer> {
		const sent = { accept: "*/*", ...headers, "user-agent": userAgent, [OWN_MARK]: mark.sign() };
		return ownAddress.ask({ path, method, headers: sent, maxBytes, signal });
	}

	return { run };
}
