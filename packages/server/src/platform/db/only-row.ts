/** The row of an `insert … returning` or another statement that always yields exactly one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined || rows.length > 1)
    throw new Error(`Expected one row, the database returned ${rows.length}.`)
  return row
}
