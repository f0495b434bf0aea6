/**
 * Code whose results nobody uses and whose effects matter: what a bundler takes for dead. Each tells what happened.
 * For the test of the build alone.
 */
export const effects: Record<string, () => string> = {
	"a call that throws": () => {
		try {
			decodeURIComponent("%");
			return "nothing";
		} catch {
			return "thrown";
		}
	},
	"a call that throws, marked as pure": () => {
		try {
			/* @__PURE__ */ JSON.parse("{");
			return "nothing";
		} catch {
			return "thrown";
		}
	},
	"an object that is refused": () => {
		try {
			new URL("nowhere");
			return "nothing";
		} catch {
			return "thrown";
		}
	},
	"a property that nothing has": () => {
		try {
			JSON.parse("null").name;
			return "nothing";
		} catch {
			return "thrown";
		}
	},
	"a property that counts": () => {
		const counted = {
			reads: 0,
			get value() {
				return ++this.reads;
			},
		};
		counted.value;
		return String(counted.reads);
	},
};
