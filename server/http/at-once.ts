import type { RequestHandler } from "express";
import { createPlaces, type Places } from "#server/work/places.ts";

/**
 * Lets so many requests of one account be answered at once, by each process; its others wait for those, and take neither
 * connections of the database nor turns of the event loop meanwhile. Visitors are not bounded. Nothing is begun for a
 * client that has left by then.
 */
export function atOnce(permits: number): RequestHandler {
	/** Only of accounts with requests under way. */
	const accounts = new Map<string, { places: Places; here: number }>();

	return (req, res, next) => {
		if (!req.user || res.closed) return next();
		const { id } = req.user;
		const account = accounts.get(id) ?? {
			places: createPlaces({ atOnce: permits, waiting: Number.POSITIVE_INFINITY }),
			here: 0,
		};
		accounts.set(id, account);
		account.here += 1;
		const gone = new AbortController();
		let release = () => {};
		res.once("close", () => {
			gone.abort();
			release();
			account.here -= 1;
			if (account.here === 0) accounts.delete(id);
		});
		account.places.take(gone.signal).then(
			(given) => {
				release = given ?? release;
				if (res.closed) release();
				else next();
			},
			() => {
				// The client has left: there is nobody to answer.
			},
		);
	};
}
