import type { PoolClient } from 'pg'
import { formatVector } from './search-texts.ts'

const TEXTS_AT_ONCE = 200

/** Indexes the texts of issues that came from another database, which has an index of its own. */
export async function indexTexts(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ issue_id: number; text: string }>(
      `select issue_id, text from issue_text where search is null order by issue_id limit ${TEXTS_AT_ONCE}`,
    )
    if (rows.length === 0) return
    await client.query('begin read write')
    await client.query(
      `update issue_text set search = indexed.search::tsvector
      from unnest($1::bigint[], $2::text[]) as indexed (issue_id, search)
      where issue_text.issue_id = indexed.issue_id`,
      [rows.map((row) => row.issue_id), rows.map(({ text }) => formatVector(text))],
    )
    await client.query('commit')
  }
}
