import net, { type AddressInfo } from "node:net";
import tls from "node:tls";

/** Signed by itself until 2126, for 127.0.0.1 and localhost; nothing but tests has ever used it. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggixpKFtkXepbvRge
ghiNQEqfw4Lx5XrFmy77Ga4lzKehRANCAATGSu+q8hxUWy+Zp4DmLrEFb9g+cdjf
pzxMkGpwztwITqpOBaF4RvETj80GWWClUdehK1kqeX5kgM9oy+kkCXjX
-----END PRIVATE KEY-----`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUM9ziKkw8NnOMWP5Kp7QLv+eue8AwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAwMzcwNloYDzIxMjYxMDI5
MDAzNzA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATGSu+q8hxUWy+Zp4DmLrEFb9g+cdjfpzxMkGpwztwITqpOBaF4RvET
j80GWWClUdehK1kqeX5kgM9oy+kkCXjXo28wbTAdBgNVHQ4EFgQU2AQcHJAfeuZE
dGu2v8RnAC6lPNEwHwYDVR0jBBgwFoAU2AQcHJAfeuZEdGu2v8RnAC6lPNEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSQAwRgIhAKmOndvSCQ7RE0KmXACVN45JulpV5ic+vPCNxJxPfwZbAiEA
gXA9oKxaiMnDQzBMwn14yMuhHLnoViqBH1+wwjPSw+M=
-----END CERTIFICATE-----`;

/** The start of a TLS server of PostgreSQL's protocol, with a certificate that nobody trusts. */
export async function startUntrustedDatabase(): Promise<{ port: number; stop: () => void }> {
	const context = tls.createSecureContext({ key: KEY, cert: CERT });
	const server = net.createServer((socket) => {
		socket.on("error", () => {});
		// An SSLRequest, to which S says yes (https://www.postgresql.org/docs/current/protocol-flow.html).
		socket.once("data", () => {
			socket.write("S");
			new tls.TLSSocket(socket, { isServer: true, secureContext: context }).on("error", () => {});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
