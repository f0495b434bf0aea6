import type { Request } from "express";

const MAX_ID = 2_147_483_647;

/** The id of a link in the address; 0, which no link has, for anything that can't be one. */
export function linkIdOf({ params }: Request): number {
	const id = /^[1-9]\d{0,9}$/.test(String(params.id)) ? Number(params.id) : 0;
	return id <= MAX_ID ? id : 0;
}
