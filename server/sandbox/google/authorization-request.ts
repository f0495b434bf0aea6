/** The parameters that were given once. */
export function texts(source: unknown): Record<string, string> {
	const entries = Object.entries((source ?? {}) as Record<string, unknown>);
	return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Why Google would show "Access blocked" for these parameters rather than go on; nothing when it would go on. */
export function problemWith(source: unknown, publicOrigin: string): string | undefined {
	const parameters = Object.entries((source ?? {}) as Record<string, unknown>);
	const [repeated] = parameters.find(([, value]) => typeof value !== "string") ?? [];
	if (repeated) return `invalid_request: OAuth 2 parameters can only have a single value: ${repeated}`;
	const query = texts(source);
	const missing = ["client_id", "redirect_uri", "scope", "state"].find((name) => !query[name]);
	if (missing) return `invalid_request: Missing required parameter: ${missing}`;
	if (query.response_type !== "code") return "invalid_request: response_type must be code";
	return problemWithRedirect(query.redirect_uri ?? "", publicOrigin);
}

/**
 * Google sends people to addresses that were registered, without a fragment; the sandbox's one client has registered those
 * of the application itself. Source: developers.google.com/identity/protocols/oauth2/web-server#uri-validation.
 */
function problemWithRedirect(text: string, publicOrigin: string): string | undefined {
	const invalid = "invalid_request: Invalid parameter value for redirect_uri";
	if (!URL.canParse(text)) return `${invalid}: Missing scheme: ${text}`;
	const url = new URL(text);
	if (!/^https?:$/.test(url.protocol)) return `${invalid}: Custom scheme URIs are not allowed for 'WEB' client type.`;
	if (text.includes("#")) return `${invalid}: Fragments are not allowed.`;
	if (url.username || url.password) return `${invalid}: Userinfo is not allowed.`;
	if (url.origin !== new URL(publicOrigin).origin) {
		return `redirect_uri_mismatch: ${url.href} is not registered. The sandbox knows addresses of ${publicOrigin} alone.`;
	}
	return undefined;
}
