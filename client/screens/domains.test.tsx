import { expect, it, vi } from "vitest";
import type { Domain } from "#shared/links/domains/domain.ts";
import { API } from "#shared/platform/api-paths.ts";
import { lapse } from "./billing-states.ts";
import { answerJson, answerWith, calls, failCall } from "./network.ts";
import { becomePerson } from "./person.ts";
import {
	expectFocus,
	expectToast,
	field,
	fill,
	messagesOf,
	openScreen,
	press,
	screen,
	user,
	waitFor,
	within,
} from "./screen.tsx";
import { publishChange } from "./stream.ts";

const HOST = "go.brand.example";
const TOKEN = `visualink=${"0a".repeat(20)}`;
const FOUND = ["Found.", "Points here."] as const;
const SECTION = "/account?section=domains";

/** A domain as the server answers it: DNS is not asked here. */
function domainOf(changes: Partial<Domain> = {}, [txt, pointing]: readonly string[] = ["Not found.", "?"]): Domain {
	const { host = HOST, zone = "brand.example" } = changes;
	const records: Domain["records"] = [
		{ type: "TXT", name: `_visualink.${host}`, value: TOKEN, isFound: txt === FOUND[0], message: txt ?? "" },
		{
			...{ type: host === zone ? "ALIAS" : "CNAME", name: host, value: "links.visualink.example" },
			...{ isFound: pointing === FOUND[1], message: pointing ?? "" },
		},
	];
	return {
		...{ id: 1, host, zone, status: "waiting", records, elsewhere: { addresses: [], mail: [] }, checkedAt: null },
		...{ offAt: null, isDefault: false, rootTarget: null, unknownTarget: null },
		...changes,
	};
}

/** The account has these domains. @returns changes them, as DNS or another page does */
function haveDomains(start: Domain[], { limit = 3, dnsPage = null as string | null } = {}) {
	let domains = start;
	const only = () => domains[0] as Domain;
	answerJson(API.domains.all, ({ method }) => {
		if (method === "GET") return { domains, limit, dnsPage };
		domains = [domainOf()];
		return only();
	});
	answerJson(API.domains.one(1), ({ method, body }) => {
		if (method === "DELETE") domains = [];
		else domains = [{ ...only(), ...(JSON.parse(String(body)) as object) }];
		return only() ?? {};
	});
	return (next: Domain[]) => {
		domains = next;
		publishChange({ kind: "domains" });
	};
}

it("P631: a domain is added, shows its records to copy, and gets verified while its page is open", async () => {
	await becomePerson({ plan: "pro" });
	const change = haveDomains([], { dnsPage: "/sandbox/dns" });
	openScreen(SECTION);
	await screen.findByRole("heading", { level: 2, name: "Domains" });
	expect(document.title).toBe("Domains · Account · Visualink");
	screen.getByText("Your plan includes 3 domains.");
	await press("Add domain");
	await waitFor(() => expect(messagesOf(field("Domain"))).toEqual(["Enter a domain, such as go.example.com."]));
	fill(field("Domain"), " HTTPS://Go.Brand.Example/ ");
	await press("Add domain");
	const records = within(await screen.findByRole("list", { name: `DNS records of ${HOST}` }));
	await expectFocus(() => screen.getByText(HOST, { selector: "summary > span" }).parentElement as HTMLElement);
	expect(calls.find(({ method }) => method === "POST")?.body).toBe(JSON.stringify({ host: HOST }));
	expect(field("Domain").value).toBe("");
	screen.getByText("Not checked yet");
	screen.getByText("You can add 2 more.");
	expect(screen.queryByRole("switch")).toBeNull();

	const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
	const copy = (what: RegExp) => user.click(records.getByRole("button", { name: what }));
	await copy(/^Copy the name of the TXT record/);
	await expectToast("Copied!", "Copied the name of the TXT record");
	await copy(/^Copy the value of the TXT record/);
	await copy(/^Copy the value of the CNAME record/);
	expect(write.mock.calls.flat()).toEqual(["_visualink.go", TOKEN, "links.visualink.example"]);
	write.mockRestore();
	const sandbox = { name: "Add these records in the sandbox" };
	expect(screen.getByRole("link", sandbox).getAttribute("href")).toBe("/sandbox/dns");

	const checkedAt = new Date().toISOString();
	change([domainOf({ checkedAt }, ["Not found at 3 resolvers.", FOUND[1]])]);
	await screen.findByText("Not found at 3 resolvers.");
	screen.getByText("Checked just now");
	change([domainOf({ checkedAt, status: "active" }, FOUND)]);
	await screen.findByText(`${HOST}: Verified`);
	screen.getByText(`Links work at ${HOST}.`);
	screen.getByRole("switch", { name: "Default for new links" });
	expect(screen.queryByRole("link", sandbox)).toBeNull();
	// What was in use stays open.
	screen.getByRole("list", { name: `DNS records of ${HOST}` });
});

it("P631: what the server refuses is said at the field, what fails in a toast, and what was typed stays", async () => {
	await becomePerson({ plan: "basic" });
	openScreen(SECTION);
	await screen.findByText("Your plan includes 1 domain.");
	fill(field("Domain"), "co.uk");
	await press("Add domain");
	const refusal = "This is the ending of other domains. Add one below it.";
	await waitFor(() => expect(messagesOf(field("Domain"))).toEqual([refusal]));
	await expectFocus(() => field("Domain"));
	failCall(API.domains.all);
	fill(field("Domain"), HOST);
	await press("Add domain");
	await expectToast("Error", "The domain could not be added");
	expect(field("Domain").value).toBe(HOST);
});

it("P631: a verified domain becomes the default, leads where its owner says, and is removed after a question", async () => {
	await becomePerson({ plan: "basic" });
	haveDomains([domainOf({ status: "active" }, FOUND)], { limit: 1 });
	openScreen(SECTION);
	await screen.findByText(/^Your plan includes 1 domain\. To add another, remove one or/);
	expect(screen.queryByLabelText("Domain")).toBeNull();
	const isDefault = () => screen.getByRole("switch", { name: "Default for new links" });
	await user.click(isDefault());
	await screen.findByText("Default");
	expect(isDefault().getAttribute("aria-checked")).toBe("true");

	fill(screen.getByLabelText(/^Root address leads to/), "https://brand.example/");
	await press("Save addresses");
	await expectToast("Addresses saved");
	expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
		JSON.stringify({ isDefault: true }),
		JSON.stringify({ rootTarget: "https://brand.example/", unknownTarget: "" }),
	]);

	await press(`Remove ${HOST}`);
	const dialog = () => within(screen.getByRole("dialog", { name: `Remove ${HOST}?` }));
	await screen.findByRole("dialog");
	dialog().getByText(/^Its links go on at localhost:\d+\. Addresses on go\.brand\.example stop working/);
	await press("Keep domain", dialog());
	await press(`Remove ${HOST}`);
	await screen.findByRole("dialog");
	await press("Remove domain", dialog());
	await expectToast("Domain removed");
	await screen.findByText("Your plan includes 1 domain.");
	await expectFocus(() => screen.getByRole("heading", { level: 2, name: "Domains" }));
});

it("P631: a refused address is explained at its field", async () => {
	await becomePerson({ plan: "basic" });
	const unknown = () => screen.getByLabelText<HTMLInputElement>(/^Unknown addresses lead to/);
	const message = "Please enter a valid URL";
	const body = { error: "invalid", kind: "invalid", code: "invalid_url", message };
	answerWith(API.domains.one(1), 400, { ...body, fields: [{ field: "unknownTarget", code: "invalid_url", message }] });
	haveDomains([domainOf({ status: "active" }, FOUND)]);
	openScreen(SECTION);
	fill(await screen.findByLabelText(/^Unknown addresses lead to/), "nonsense");
	await press("Save addresses");
	await waitFor(() => expect(messagesOf(unknown())).toEqual([message]));
	await expectFocus(unknown);
	expect(unknown().value).toBe("nonsense");
});

it.each<[what: string, domain: Domain, words: string[]]>([
	[
		"an apex where a website and email are today",
		domainOf(
			{
				...{ host: "brand.example", checkedAt: "2026-11-27T09:00:00.000Z" },
				elsewhere: { addresses: ["198.51.100.7"], mail: ["mx1.mail.example"] },
			},
			["Not found.", "Points to 198.51.100.7 instead."],
		),
		[
			"brand.example: Waiting for DNS",
			"brand.example leads to 198.51.100.7 today. If that's a website, people will no longer see it there.",
			"Email to brand.example goes to mx1.mail.example. Leave its MX records as they are, or it will stop.",
			"Points to 198.51.100.7 instead.",
		],
	],
	[
		"one whose records are gone",
		domainOf({ status: "failing", offAt: "2026-12-04T12:00:00.000Z" }),
		[
			`${HOST}: Records missing`,
			"DNS records are missing. Add them again by December 4, 2026, or this domain will be turned off.",
		],
	],
	[
		"one that is off",
		domainOf({ status: "off" }),
		[`${HOST}: Off`, "This domain is off. Its links work at our address. To turn it on again, add these records."],
	],
	[
		"one that we have disabled",
		domainOf({ status: "disabled" }),
		[`${HOST}: Disabled`, "We've disabled this domain: it answers nothing. Contact us if you think this is a mistake."],
	],
	[
		"one behind a proxy",
		domainOf({ status: "active", elsewhere: { addresses: ["198.51.100.7"], mail: [] } }, [FOUND[0], "Points to …"]),
		["It's verified, but it doesn't point here. That's fine if a proxy of yours sends its visitors here."],
	],
	[
		"one that points nowhere yet",
		domainOf({ status: "active" }, [FOUND[0], "Doesn't point anywhere yet."]),
		["It's verified. Links on it work while it points here."],
	],
	[
		"one whose TXT record could not be asked for, but that points here",
		domainOf({ status: "active" }, ["Your DNS servers didn't answer. We'll check again.", FOUND[1]]),
		[`Links work at ${HOST}.`],
	],
])("P631: %s says so", async (_what, domain, words) => {
	await becomePerson({ plan: "pro" });
	haveDomains([domain]);
	openScreen(SECTION);
	for (const each of words) await screen.findByText(each);
});

it("P631: a plan without domains leads to the plans", async () => {
	await becomePerson({ plan: "starter" });
	openScreen(SECTION);
	const upgrade = await screen.findByRole("link", { name: "Upgrade to use this feature" });
	expect(upgrade.getAttribute("href")).toBe("/pricing");
	screen.getByText("Basic, €9.99 a month");
	expect(screen.queryByLabelText("Domain")).toBeNull();
});

it("P631: without a subscription domains are shown, and can only be removed", async () => {
	await becomePerson({ plan: "pro" });
	await lapse();
	haveDomains([domainOf({ status: "active" }, FOUND)], { limit: 0 });
	openScreen(SECTION);
	await screen.findByText("Your domains keep working.", { exact: false });
	expect(screen.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/pricing");
	await screen.findByRole("button", { name: `Remove ${HOST}` });
	for (const name of [/^Check now/, "Save addresses"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

it("P631: where domains could not be loaded, trying again helps", async () => {
	await becomePerson({ plan: "pro" });
	const letThrough = answerWith(API.domains.all, 500);
	openScreen(SECTION);
	await screen.findByText("We couldn't load your domains.");
	letThrough();
	await press("Try again");
	await screen.findByText("Your plan includes 3 domains.");
});
