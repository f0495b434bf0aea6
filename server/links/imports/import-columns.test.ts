import { beforeAll, expect, it } from "vitest";
import { cookieOf } from "#server/testing/app/browser.ts";
import { type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { type ImportRow, importView } from "#shared/links/imports/imports.ts";
import { API } from "#shared/platform/api-paths.ts";
import { errorBody } from "#shared/platform/error-body.ts";

const app = useTestApp();
let owner: Subscriber;
beforeAll(async () => {
	owner = await subscriber(app, "enterprise");
});

function send(file: string | Buffer, columns?: string): Promise<Response> {
	const query = new URLSearchParams({ name: "links.csv", ...(columns !== undefined && { columns }) });
	const headers = { "Content-Type": "text/csv", Cookie: cookieOf(owner) };
	return fetch(`${app.origin}${API.imports.all}?${query}`, { method: "POST", headers, body: file });
}
const check = async (file: string | Buffer, columns?: string) =>
	importView.strict().parse(await (await send(file, columns)).json());
async function rows(id: string): Promise<unknown[]> {
	const all = (await (await owner.get(API.imports.rows(id))).json()) as ImportRow[];
	return all.map(({ state, slug, targetUrl, title, note }) => [state, slug, targetUrl, title, note]);
}

const FILE = "Name,URL,Alias,utm_source,Owner\nOne,https://example.com/a,one,mail,Ada\n";
const listed = (...uses: (string | null)[]) =>
	["Name", "URL", "Alias", "utm_source", "Owner"].map((name, at) => ({ at, name, use: uses[at] ?? null }));

it("P521: the check lists the columns of a file and what they are used as, and takes other uses", async () => {
	const guessed = await check(FILE);
	expect(guessed).toMatchObject({ shape: "other", encoding: "utf-8" });
	expect(guessed.columns).toEqual(listed(null, "targetUrl", "linkSlug", "utm_source", null));
	const made = [
		"create",
		"one",
		"https://example.com/a?utm_source=mail",
		"example.com/a",
		"Title made from the address",
	];
	expect(await rows(guessed.id)).toEqual([made]);

	const chosen = await check(FILE, "0:title,2:,4:tags,3:");
	expect(chosen.columns).toEqual(listed("title", "targetUrl", null, null, "tags"));
	expect(await rows(chosen.id)).toEqual([["create", "", "https://example.com/a", "One", null]]);
	// A use that is chosen for one column is no other column's.
	expect((await check(FILE, "4:linkSlug")).columns).toEqual(listed(null, "targetUrl", null, "utm_source", "linkSlug"));
	const later = importView.parse(await (await owner.get(API.imports.all)).json());
	expect([later.columns, later.encoding]).toEqual([undefined, undefined]);
});

it("P521: a file without a target is refused with its columns, to choose from", async () => {
	const file = "Name,Adresse\nOne,https://example.com/a\n";
	const columns = (use: string | null) => [
		{ at: 0, name: "Name", use: null },
		{ at: 1, name: "Adresse", use },
	];
	const answers = [await send(file), await send(FILE, "1:")];
	const bodies = await Promise.all(answers.map(async (answer) => errorBody.strict().parse(await answer.json())));
	expect(answers.map(({ status }) => status)).toEqual([400, 400]);
	expect(bodies.map(({ code }) => code)).toEqual(["file_without_target", "file_without_target"]);
	expect(bodies[0]?.columns).toEqual(columns(null));
	expect(bodies[1]?.columns).toEqual(listed(null, null, "linkSlug", "utm_source", null));
	const chosen = await check(file, "1:targetUrl,0:title");
	expect(chosen.counts.create).toBe(1);
});

it.each(["1:nothing", "x", "1", "1:title;2:tags", "99999:title", ",", `${"1:title,".repeat(400)}1:title`])(
	"P521: refuses columns such as %s",
	async (columns) => {
		const answer = await send(FILE, columns);
		expect([answer.status, errorBody.parse(await answer.json()).fields?.[0]?.field]).toEqual([400, "columns"]);
	},
);

it("P521: lists at most 100 columns, and ignores a use of one that is not there", async () => {
	const wide = `url,${"x,".repeat(500)}\nhttps://example.com/a\n`;
	const { columns } = await check(wide);
	expect([columns?.length, columns?.[0]?.use]).toEqual([100, "targetUrl"]);
	expect((await check(FILE, "800:title")).counts.create).toBe(1);
});

it("P520: a row whose cells were shifted, or with a stray quote, is refused by name; its neighbors are read", async () => {
	const place = "https://maps.example.com/@41.15,-8.61,15z,My place,place1";
	const job = await check(
		["url,title,slug", place, 'https://example.com/b,"B,b', "https://example.com/c,C,c"].join("\n"),
	);
	expect(job.counts).toMatchObject({ create: 1, refused: 2 });
	expect((await rows(job.id)).map((row) => (row as string[]).at(-1))).toEqual([
		"This row has more cells than the header. Put addresses with commas in quotes.",
		"This row has a stray quote. Put the cell in quotes, and write each quote in it twice.",
		null,
	]);
});

it("P522: says how it read the letters of a file", async () => {
	const text = "url,title\nhttps://example.com/a,Grüße";
	expect((await check(Buffer.from(text, "latin1"))).encoding).toBe("windows-1252");
	const wide = await check(Buffer.from(`\ufeff${text}`, "utf16le"));
	expect([wide.encoding, (await rows(wide.id))[0]]).toEqual(["utf-16", expect.arrayContaining(["Grüße"])]);
});
