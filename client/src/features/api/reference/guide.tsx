import { buttonClass } from "#client/components/ui/button.tsx";
import { paths } from "#client/lib/paths.ts";
import { API_SCOPES } from "#shared/api/keys/api-key.ts";
import { codeExamples, KEY_VARIABLE } from "#shared/api/v1/code-examples.ts";
import { nextPage, typedClient } from "#shared/api/v1/guide-code.ts";
import { COMMON_CODES, ROUTELESS_CODES } from "#shared/api/v1/openapi.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";
import { statusOf } from "#shared/platform/error-statuses.ts";
import { Assistants } from "./assistants.tsx";
import { Chapter } from "./chapter.tsx";
import { CodeBlock, Examples } from "./code.tsx";
import { exampleOf, ORIGIN } from "./document.ts";
import { LimitsTable } from "./limits-table.tsx";
import { Prose } from "./prose.tsx";
import { Webhooks } from "./webhooks.tsx";

/** What holds for every route, before the routes themselves. */
export const GUIDE = {
	start: { title: "Get started", Text: Start },
	authentication: { title: "Authentication", Text: Authentication },
	errors: { title: "Errors", Text: Errors },
	limits: { title: "Limits", Text: Limits },
	idempotency: { title: "Safe retries", Text: Idempotency },
	pagination: { title: "Pagination", Text: Pagination },
	webhooks: { title: "Webhooks", Text: Webhooks },
	clients: { title: "Typed clients", Text: Clients },
	assistants: { title: "Assistants", Text: Assistants },
	versions: { title: "Versions", Text: Versions },
	scanning: { title: "Secret scanning", Text: Scanning },
};

const LINK = "font-semibold text-accent underline underline-offset-2";

function Start() {
	return (
		<Chapter
			code={
				<>
					<CodeBlock
						title="Your first call"
						label="Your first call"
						code={`export ${KEY_VARIABLE}="vl_…"\n${codeExamples(ME, ORIGIN).curl}`}
					/>
					<CodeBlock title="Answer · 200" label="Answer to your first call" code={exampleOf("/me")} />
				</>
			}
		>
			<ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 marker:text-accent">
				<li>
					Create an API key on your dashboard. It's shown once, so copy it. The API is part of Pro and Enterprise.
				</li>
				<li>
					Put it into the environment variable <code className="font-semibold">{KEY_VARIABLE}</code>, which all examples
					on this page use.
				</li>
				<li>Paste the call into your terminal. The answer has your plan, usage and limits.</li>
			</ol>
			<p>
				<a href={paths.api} className={buttonClass()}>
					Get an API key
				</a>
			</p>
			<Prose
				text={`All addresses begin with \`${ORIGIN}/api/v1\`. Send and receive JSON. Times are ISO 8601 in UTC.`}
			/>
		</Chapter>
	);
}

function Authentication() {
	return (
		<Chapter code={<Examples label="Authentication" code={codeExamples(ME, ORIGIN)} />}>
			<Prose text="Send your key as a bearer token with each request. A key acts for your account, within its scopes, your plan and your limits. No key can bill, delete your account or create keys." />
			<ul aria-label="Scopes" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
				{API_SCOPES.filter((scope) => API_V1_ROUTES.some((route) => route.scope === scope)).map((scope) => (
					<li key={scope}>
						<code className="font-semibold">{scope}</code>
					</li>
				))}
			</ul>
			<Prose text="Keep keys on your server: browsers can't call the API from other websites. A revoked key stops working within a second." />
		</Chapter>
	);
}

function Errors() {
	return (
		<Chapter
			code={
				<CodeBlock
					title="An error · 400"
					label="An error"
					code={JSON.stringify(
						{
							error: {
								code: "required",
								message: "Title is required",
								fields: [{ field: "title", code: "required", message: "Title is required" }],
							},
							requestId: "0b6f4c1e-8a55-4d0e-9b7c-2f4f6f1f9a11",
						},
						null,
						2,
					)}
				/>
			}
		>
			<Prose text="Check `code`: it never changes its meaning. `message` is for people and may change. `fields` lists every wrong field, not only the first. Name the `requestId` when you contact us." />
			<h3 className="text-lg">Errors of every route</h3>
			<dl className="flex flex-col gap-2 text-sm">
				{groupedCodes().map(([status, codes]) => (
					<div key={status} className="flex gap-4">
						<dt className="w-8 shrink-0 font-semibold text-muted">{status}</dt>
						<dd className="flex min-w-0 flex-wrap gap-x-3">
							{codes.map((code) => (
								<code key={code} className="break-all">
									{code}
								</code>
							))}
						</dd>
					</div>
				))}
			</dl>
		</Chapter>
	);
}

function Limits() {
	return (
		<Chapter
			code={
				<CodeBlock
					title="Headers of each answer"
					label="Headers of rate limits"
					code={
						'RateLimit-Policy: "key"; q=60; w=60, "account"; q=120; w=60\nRateLimit: "key"; r=59; t=60, "account"; r=119; t=60'
					}
				/>
			}
		>
			<LimitsTable />
			<Prose text="`RateLimit` says what remains (`r`) and in how many seconds it's renewed (`t`). Beyond a limit the answer is 429 with `Retry-After`, in seconds. `GET /me` has your usage and limits." />
		</Chapter>
	);
}

function Idempotency() {
	return (
		<Chapter
			code={
				<CodeBlock title="A header of the request" label="An idempotency key" code={'Idempotency-Key: "order-4711"'} />
			}
		>
			<Prose text="Requests that create something take an `Idempotency-Key`. Send the same key again within 24 hours, for example after a timeout, and you get the first answer with `Idempotent-Replayed: true`. Nothing is created twice." />
			<Prose text="Another body with the same key is refused with `idempotency_key_reused` (422). While the first request still runs, the answer is `idempotency_key_in_use` (409)." />
			<Prose text="To change a link only if nobody else has, send its `ETag` as `If-Match`. A conflict is `changed` (409). Tags, the archive, `externalId` and custom cards don't change the `ETag`." />
		</Chapter>
	);
}

function Pagination() {
	return (
		<Chapter code={<Examples label="Reading all pages" code={nextPage(ORIGIN)} />}>
			<Prose text="Lists have `next`. Send it as `cursor` to get the next page, with all other parameters as before. `next` is null on the last page." />
		</Chapter>
	);
}

function Clients() {
	return (
		<Chapter code={<Typed />}>
			<p className="max-w-prose">
				<a href="/api/v1/openapi.json" className={LINK}>
					The OpenAPI 3.1 document
				</a>{" "}
				describes every route on this page. Generate a client in your language from it.
			</p>
			<Prose text="For TypeScript, we test `openapi-typescript` and `openapi-fetch` with each release." />
		</Chapter>
	);
}

function Typed() {
	const { generate, use } = typedClient(ORIGIN);
	return (
		<>
			<CodeBlock title="Generate types" label="Generate types" code={generate} />
			<CodeBlock title="TypeScript" label="Use the typed client" code={use} />
		</>
	);
}

function Versions() {
	return (
		<Chapter>
			<Prose text="The version is part of the address: `/api/v1`. Within a version, answers may gain fields, and lists of values and error codes may grow, so ignore what you don't know. Nothing is removed or changes its meaning." />
			<Prose text="Requests are strict: a field that we don't know is refused by name, so a typo never goes unnoticed." />
		</Chapter>
	);
}

function Scanning() {
	return (
		<Chapter code={<CodeBlock title="Regular expression" label="Pattern of keys" code="vl_[0-9A-Za-z]{36}" />}>
			<Prose text="A key is `vl_`, 30 random characters and a checksum of 6: the CRC-32 (ISO 3309) of those 30 characters, written in base 62 (`0-9A-Za-z`) and padded with zeros. Scanners can verify the checksum to rule out false positives." />
			<Prose text="Found a key in public? Revoke it on your dashboard and create another one." />
		</Chapter>
	);
}

const ME = API_V1_ROUTES.find(({ id }) => id === "getMe") as (typeof API_V1_ROUTES)[number];

function groupedCodes(): [number, string[]][] {
	const groups = new Map<number, string[]>();
	for (const code of [...COMMON_CODES, ...ROUTELESS_CODES]) {
		groups.set(statusOf(code), [...(groups.get(statusOf(code)) ?? []), code]);
	}
	return [...groups].sort(([one], [other]) => one - other);
}
