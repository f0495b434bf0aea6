import type { Domain } from "#shared/links/domains/domain.ts";
import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";
import { type Html, html, page } from "../page.ts";
import { type DnsRecord, RECORD_TYPES } from "./read-record.ts";

type Options = {
	/** Those of the account that is signed in here; null: nobody is. */
	domains: Pick<Domain, "host" | "records">[] | null;
	/** All that there are. */
	records: DnsRecord[];
	typed?: { type: string; name: string; value: string } | undefined;
	error?: string | undefined;
};

/** What a DNS provider shows: the records that there are, and here the ones that the account's domains need as well. */
export function recordsPage({ domains, records, typed, error }: Options): string {
	const needed = (domains ?? []).flatMap((domain) => domain.records);
	const others = records.filter((record) => !needed.some((each) => isSame(each, record)));
	const isThere = (record: DnsRecord) => records.some((each) => isSame(each, record));
	return page(
		"DNS records",
		html`<h1>DNS records</h1>
<p class="quiet">Records added here take effect at once.</p>
${error && html`<p class="error" role="alert">${error}</p>`}
${domains === null && html`<p><a href="${SCREEN_PATHS.home}">Sign in to Visualink</a> to see what your domains need.</p>`}
${domains?.length === 0 && html`<p>Add a domain in Visualink first, such as go.brand.localhost.</p>`}
${domains?.map((domain) => neededBy(domain, isThere))}
${domains && html`<p><a href="${SCREEN_PATHS.account}?section=domains">Back to your domains</a></p>`}
${others.length > 0 && html`<h2>Other records</h2><table>${others.map((record) => row(record, true))}</table>`}
<details${typed && html` open`}><summary>Add another record</summary>${anyRecord(typed)}</details>`,
		"your DNS provider",
	);
}

function neededBy({ host, records }: Pick<Domain, "host" | "records">, isThere: (record: DnsRecord) => boolean): Html {
	const isComplete = records.every(isThere);
	return html`<h2>${host}</h2><table>${records.map((record) => row(record, isThere(record)))}</table>
<form method="post">${records.map(hidden)}${button(isComplete ? "remove" : "add", isComplete ? "Remove all" : "Add all records")}</form>`;
}

function row(record: DnsRecord, isThere: boolean): Html {
	const verb = isThere ? "Remove" : "Add";
	const label = `${verb} ${record.type} ${record.name}`;
	return html`<tr><td><strong>${record.type}</strong> ${record.name}<br><span class="quiet">${record.value}</span></td>
<td><form method="post">${hidden(record)}<button class="second" name="action" value="${verb.toLowerCase()}" aria-label="${label}">${verb}</button></form></td></tr>`;
}

function button(action: "add" | "remove", words: string): Html {
	const second = action === "remove" && html` class="second"`;
	return html`<button${second} name="action" value="${action}">${words}</button>`;
}

function hidden({ type, name, value }: DnsRecord): Html {
	const field = (key: string, text: string) => html`<input type="hidden" name="${key}" value="${text}">`;
	return html`${field("type", type)}${field("name", name)}${field("value", value)}`;
}

function anyRecord({ type, name, value }: NonNullable<Options["typed"]> = { type: "TXT", name: "", value: "" }): Html {
	const options = RECORD_TYPES.map((each) => html`<option${each === type && html` selected`}>${each}</option>`);
	return html`<form method="post">
<label for="type">Type</label><select id="type" name="type">${options}</select>
<label for="name">Name</label><input id="name" name="name" autocomplete="off" value="${name}" required>
<label for="value">Value</label><input id="value" name="value" autocomplete="off" value="${value}" required>
<button name="action" value="add">Add record</button></form>`;
}

function isSame(one: DnsRecord, other: DnsRecord): boolean {
	return one.type === other.type && one.name === other.name && one.value === other.value;
}
