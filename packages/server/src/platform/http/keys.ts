const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Keys in paths are UUIDs; anything else cannot exist and need not reach the database. */
export const isRecordKey = (key: string): boolean => uuid.test(key)
