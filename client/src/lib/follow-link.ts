import { pageOf } from "./link-tabs.ts";

type Navigate = (href: string, options?: { replace?: boolean; state?: unknown }) => void;
type Kind = { opensTab?: boolean | undefined; isFile?: boolean | undefined };

/** Navigates like a clicked link, so that unsaved changes are asked about. A page's tabs replace each other (P346). */
export function followLink(href: string, navigate: Navigate, { opensTab, isFile }: Kind = {}): void {
	const link = document.createElement("a");
	link.href = href;
	if (opensTab) {
		link.target = "_blank";
		link.rel = "noreferrer";
	} else if (isFile) {
		link.download = "";
	} else {
		link.addEventListener("click", (event) => {
			event.preventDefault();
			const isTab =
				pageOf(link.pathname) === pageOf(window.location.pathname) && link.pathname !== pageOf(link.pathname);
			if (isTab) navigate(href, { replace: true, state: window.history.state as unknown });
			else navigate(href);
		});
	}
	document.body.append(link);
	link.click();
	link.remove();
}
