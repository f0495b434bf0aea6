/** The satisfaction guarantee (P69). */
export const GUARANTEE_DAYS = 30;
/** The customer's time zone is unknown: their day 30 may be day 31 in UTC (P568). */
const GRACE_DAYS = 1;
/** How many days after a payment the guarantee holds at least, whatever the time zone. */
export const GUARANTEED_DAYS = GUARANTEE_DAYS + GRACE_DAYS;
