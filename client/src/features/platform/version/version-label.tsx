import { useVersion } from "./version.queries.ts";

/** v{major}.{minor}.{patch}-{release}, or nothing. */
export function VersionLabel() {
	const version = useVersion();
	if (!version) return null;
	const { major, minor, patch, release } = version;
	return (
		<span className="tabular-nums">
			v{major}.{minor}.{patch}-{release}
		</span>
	);
}
