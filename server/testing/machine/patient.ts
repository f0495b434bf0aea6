/**
 * Environment of a service under test: it waits so long for each late answer that no test depends on the speed or the load
 * of the machine.
 */
export const PATIENT = { DEADLINE_FACTOR: "100" };
