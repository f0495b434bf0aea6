/** The satisfaction guarantee (P69). */
export const GUARANTEE_DAYS = 30;
/** The customer's time zone is unknown: their day 30 may be UTC's day 31 (P568). */
const GRACE_DAYS = 1;
/** Days after a payment on which the guarantee is valid in every time zone. */
export const GUARANTEED_DAYS = GUARANTEE_DAYS + GRACE_DAYS;
