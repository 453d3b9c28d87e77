/** An engine takes some ten thousand values in a statement; no row that is inserted like this has more than ten. */
const ROWS_A_STATEMENT = 1_000

/** Parts of many rows, each small enough for one statement that inserts it. */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT)
    parts.push(rows.slice(from, from + ROWS_A_STATEMENT))
  return parts
}
