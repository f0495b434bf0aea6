import { expect, it } from "vitest";
import { RECEIVERS, SECRET_VARIABLE, VERIFYING } from "./receiver-code.ts";

// Each is run: client/e2e/webhooks.spec.ts, server/api/webhooks/receivers.extended.test.ts.
it("P670: receivers read the same secret, and the one without a package has all parts of a signature", () => {
	for (const code of [VERIFYING, RECEIVERS.node, RECEIVERS.python]) expect(code).toContain(SECRET_VARIABLE);
	for (const code of [VERIFYING, RECEIVERS.node]) expect(code).toContain('from "standardwebhooks"');
	const parts = ["webhook-id", "webhook-timestamp", "webhook-signature", "whsec_", "v1,", "sha256", "compare_digest"];
	for (const part of parts) expect(RECEIVERS.python).toContain(part);
});
