import { freePort } from "../machine/free-port.ts";

/** Options of `useTestApp` for an app whose links have an origin of their own (P363): another name of this machine. */
export async function withLinksOrigin() {
	const port = await freePort();
	const env = { PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, LINKS_ORIGIN: `http://localhost:${port}` };
	return { env: { PORT: String(port), ...env } };
}

/** For `describe.each`: links asked at a host that is not named anywhere, and at an origin of their own. */
export const LINK_HOSTS = [
	{ where: "any host", options: {}, hostOf: () => "evil.example" },
	{
		where: "the origin of links",
		options: withLinksOrigin,
		hostOf: (app: { deps: { config: { http: { linksOrigin: string } } } }) =>
			new URL(app.deps.config.http.linksOrigin).host,
	},
];
