/**
 * The tables as Kysely sees them. Empty here: each feature adds its tables in its repo file by declaration merging,
 * so that the platform does not depend on them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
