import type { OwnServer } from '#tests/support/postgres/own-server.ts'

/** Names what the tables hold that every event writes to. All other tables hold issues and counters. */
const SHARES: Record<string, string> = {
  payload_block: 'compressed payloads',
  event: 'rows of events',
  'event, index': 'their indexes',
  journal: 'the journal',
  'journal, index': 'the journal',
}

/** Finds the table of each file: oversized values have a table of their own, and both tables have indexes. */
const NAMED = `select pg_relation_filenode(each.oid) as file,
    coalesce(owner.relname, table_.relname)
      || case when each.relkind = 'i' and owner.oid is null then ', index' else '' end as name
  from pg_class as each
  left join pg_index on pg_index.indexrelid = each.oid
  join pg_class as table_ on table_.oid = coalesce(pg_index.indrelid, each.oid)
  left join pg_class as owner on owner.reltoastrelid = table_.oid
  where each.relkind in ('r', 't', 'i')`

/** Bytes that the server logged between two places of its log, by what they store. The extension `pg_walinspect` must be there. */
export async function readLogShares(
  server: OwnServer,
  database: string,
  [from, to]: readonly [from: string, to: string],
): Promise<Map<string, number>> {
  const rows = await server.query(
    `with named as (${NAMED}), logged as (
      select relfilenode as file, record_length as bytes from pg_get_wal_block_info('${from}', '${to}') where block_id = 0)
    select name, sum(bytes) as bytes from logged left join named using (file) group by name`,
    database,
  )
  const shares = new Map<string, number>()
  for (const { name, bytes } of rows) {
    const share = SHARES[String(name)] ?? 'issues and counters'
    shares.set(share, (shares.get(share) ?? 0) + Number(bytes))
  }
  return shares
}
