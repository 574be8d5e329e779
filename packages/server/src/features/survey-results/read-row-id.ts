/** Parses a response or respondent id; undefined for anything that is not a PostgreSQL integer. */
export function readRowId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return id < 2 ** 31 ? id : undefined
}
