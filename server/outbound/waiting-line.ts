import { AppError } from "#server/http/app-error.ts";
import { createPlaces } from "#server/work/places.ts";
import { createSpacing } from "./spacing.ts";

type Options = { atOnce: number; waiting: number; waitMs: number; apartMs: number };

/**
 * The line before the door: what is returned waits for a place, and then for its moment.
 * @returns what gives the place back
 */
export function createWaitingLine({ atOnce, waiting, waitMs, apartMs }: Options) {
	const places = createPlaces({ atOnce, waiting });
	const moment = createSpacing({ apartMs });

	/** @throws AppError "too_many" where the turn does not come; the reason of `signal` once it is aborted */
	return async function turn(signal?: AbortSignal): Promise<() => void> {
		const patience = AbortSignal.timeout(waitMs);
		const wait = signal ? AbortSignal.any([signal, patience]) : patience;
		let release: (() => void) | null = null;
		try {
			release = await places.take(wait);
			if (release === null) throw tooManyPages();
			await moment(wait);
			return release;
		} catch (error) {
			release?.();
			signal?.throwIfAborted();
			throw patience.aborted ? tooManyPages() : error;
		}
	};
}

/** That this process has more to read than it can just now. */
export function tooManyPages(): AppError {
	return new AppError("too_many", "Many pages are being read just now. Please try again in a moment.", {
		retryAfterSeconds: 5,
	});
}
