import { API } from "#shared/platform/api-paths.ts";

/** What a forged request aims at. */
export type Aim = { origin: string; linkId: number; linkSlug: string };

/** One try of an attacker's page, as a script that runs there; it sends at least one request to the aim. */
export type Forgery = { name: string; script: string };

/** Runs in the attacker's page before each script. */
const TOOLS = `
	const text = (value, type = "text/plain") => new Blob([value], { type });
	const data = (fields) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		return form;
	};
	const submit = (path, { type = "application/x-www-form-urlencoded", fields = {}, target = "_self" } = {}) => {
		const form = Object.assign(document.createElement("form"), { method: "POST", enctype: type, target });
		form.action = aim.origin + path;
		for (const [name, value] of Object.entries(fields)) {
			const field = document.createElement("textarea");
			form.append(Object.assign(field, { name, value }));
		}
		document.body.append(form);
		form.submit();
	};
	const element = (name, attributes) => {
		const made = document.createElement(name);
		for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
		document.body.append(made);
		return made;
	};
	const frame = (name, attributes = {}) => element("iframe", { name, srcdoc: "", ...attributes });
	const send = (path, { method = "POST", ...options } = {}) =>
		void fetch(aim.origin + path, { method, credentials: "include", mode: "no-cors", ...options }).catch(() => {});
	const xhr = (path, body) => {
		const request = new XMLHttpRequest();
		request.open("POST", aim.origin + path);
		request.withCredentials = true;
		request.send(body);
	};
	const profile = { email: "evil@example.com", fullName: "Evil", businessCountry: "DE", termsAccepted: true, privacyAccepted: true };
	const json = JSON.stringify(profile);
	const smuggled = { [json.slice(0, -1) + ',"x":"']: '"}' };
	const plan = JSON.stringify({ planId: "enterprise", isAnnual: true });
	const link = { title: "Evil", description: "Evil", targetUrl: "https://example.com/evil" };
	const [multipart, plain] = ["multipart/form-data", "text/plain"];
	const [links, cancel, reactivate] = ${JSON.stringify([API.links.all, API.subscriptions.cancel, API.subscriptions.reactivate])};
	const [checkout, onboarding, logout] = ${JSON.stringify([API.subscriptions.checkout, API.auth.onboarding, API.auth.logout])};
	const own = links + "/by-slug/" + aim.linkSlug;
`;

/** 40 ways in which a page of another site may try to change something in its visitor's name. */
const TRIES: Record<string, string> = {
	"form: profile": `submit(onboarding, { fields: profile })`,
	"form: profile as JSON in text": `submit(onboarding, { type: plain, fields: smuggled })`,
	"form: profile as multipart": `submit(onboarding, { type: multipart, fields: profile })`,
	"form: new link": `submit(links, { type: multipart, fields: link })`,
	"form: new link, urlencoded": `submit(links, { fields: link })`,
	"form: new link in a new window": `submit(links, { type: multipart, fields: link, target: "_blank" })`,
	"form: cancel without a body": `submit(cancel)`,
	"form: cancel as text": `submit(cancel, { type: plain })`,
	"form: cancel as multipart": `submit(cancel, { type: multipart })`,
	"form: reactivate": `submit(reactivate)`,
	"form: another plan": `submit(checkout, { fields: { planId: "enterprise" } })`,
	"form: delete by another method's name": `submit(links + "/" + aim.linkId + "?_method=DELETE", { fields: { _method: "DELETE" } })`,
	"form: edit by POST": `submit(own, { type: multipart, fields: link })`,
	"frame: cancel": `frame("inner"); submit(cancel, { target: "inner" })`,
	"frame: new link": `frame("inner"); submit(links, { type: multipart, fields: link, target: "inner" })`,
	"frame without an origin: cancel": `frame("boxed", { sandbox: "allow-forms allow-scripts", srcdoc: "<form method=post action='" + aim.origin + cancel + "'></form><script>document.forms[0].submit()</script>" })`,
	"frame without an origin: new link": `frame("boxed", { sandbox: "allow-forms allow-scripts", srcdoc: "<form method=post enctype='multipart/form-data' action='" + aim.origin + links + "'><input name=title value=Evil><input name=description value=Evil><input name=targetUrl value='https://example.com/'></form><script>document.forms[0].submit()</script>" })`,
	"fetch: cancel": `send(cancel)`,
	"fetch: cancel that outlives the page": `send(cancel, { keepalive: true })`,
	"fetch: cancel, urlencoded": `send(cancel, { body: new URLSearchParams({ a: "b" }) })`,
	"fetch: cancel without a referrer": `send(cancel, { referrerPolicy: "no-referrer" })`,
	"fetch: new link": `send(links, { body: data(link) })`,
	"fetch: profile as text": `send(onboarding, { body: text(json) })`,
	"fetch: profile as bytes without a type": `send(onboarding, { body: new Blob([json]) })`,
	"fetch: another plan as text": `send(checkout, { body: text(plan) })`,
	"fetch with CORS: cancel": `send(cancel, { mode: "cors" })`,
	"fetch with CORS: new link": `send(links, { mode: "cors", body: data(link) })`,
	"fetch with CORS: profile as JSON": `send(onboarding, { mode: "cors", headers: { "Content-Type": "application/json" }, body: json })`,
	"fetch with CORS: delete": `send(links + "/" + aim.linkId, { mode: "cors", method: "DELETE" })`,
	"fetch with CORS: edit": `send(own, { mode: "cors", method: "PUT", body: data(link) })`,
	"XHR: cancel": `xhr(cancel)`,
	"XHR: new link": `xhr(links, data(link))`,
	"beacon: cancel": `navigator.sendBeacon(aim.origin + cancel)`,
	"beacon: new link": `navigator.sendBeacon(aim.origin + links, data(link))`,
	"beacon: profile as text": `navigator.sendBeacon(aim.origin + onboarding, text(json))`,
	"image: sign out": `element("img", { src: aim.origin + logout })`,
	"frame: sign out": `element("iframe", { src: aim.origin + logout })`,
	"prefetch: sign out": `element("link", { rel: "prefetch", href: aim.origin + logout })`,
	"this window: sign out": `location.href = aim.origin + logout`,
	"another window: sign out": `window.open(aim.origin + logout)`,
};

export function forgeries(aim: Aim): Forgery[] {
	return Object.entries(TRIES).map(([name, script]) => ({
		name,
		script: `(() => { const aim = ${JSON.stringify(aim)}; ${TOOLS}; ${script}; })()`,
	}));
}
