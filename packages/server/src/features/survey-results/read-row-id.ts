/** An id of a response or a respondent, which fits an integer of PostgreSQL; undefined for anything else. */
export function readRowId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return id < 2 ** 31 ? id : undefined
}
