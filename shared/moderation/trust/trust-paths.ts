/** A link's trust page: its short path with a plus. @param linkPath `/go/{userSlug}/{linkSlug}` */
export function trustPagePath(linkPath: string): string {
	return `${linkPath}+`;
}

/** The report form; a tilde can't be in a slug. */
export const REPORT_PATH = "/go/~report";

/** The form for one link. @param linkPath `/go/{userSlug}/{linkSlug}` */
export function reportFormPath(linkPath: string): string {
	return `${REPORT_PATH}?link=${linkPath.replace(/^\/go\//, "")}`;
}

/** The page with a report's state. */
export function reportStatePath(number: string): string {
	return `${REPORT_PATH}/${number}`;
}
