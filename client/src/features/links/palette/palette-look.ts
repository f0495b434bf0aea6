export const TITLE = "Command palette";
export const FIELD_NAME = "Search actions and links";

export const OVERLAY = "fixed inset-0 z-40 bg-[#0D0B0A]/60";
export const PANEL =
	"enter fixed top-4 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-card border bg-surface shadow-[0_12px_40px_rgb(0_0_0/0.12)] sm:top-[12vh]";
export const FIELD_ROW =
	"flex shrink-0 items-center gap-3 border-b px-4 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted";
export const FIELD = "h-13 w-full bg-transparent outline-none placeholder:text-muted";
