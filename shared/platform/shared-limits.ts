/** Requests a minute and account, on screen and by API keys together (P649). */
export const SHARED_LIMITS = { charts: 60, domainChecks: 20 } as const;
export type SharedLimit = keyof typeof SHARED_LIMITS;
