/** Where a link's trust page is: a plus behind its short path. @param linkPath `/go/{userSlug}/{linkSlug}` */
export function trustPagePath(linkPath: string): string {
	return `${linkPath}+`;
}

/** The form that reports a link; a tilde can't be in a slug. */
export const REPORT_PATH = "/go/~report";

/** The form for one link. @param linkPath `/go/{userSlug}/{linkSlug}` */
export function reportFormPath(linkPath: string): string {
	return `${REPORT_PATH}?link=${linkPath.replace(/^\/go\//, "")}`;
}

/** The page that says what became of a report. */
export function reportStatePath(number: string): string {
	return `${REPORT_PATH}/${number}`;
}
