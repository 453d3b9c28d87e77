/**
 * The bytes of attachments and of uploads that are not yet put together, which every desk of the database must reach. A
 * bucket has the bytes instead if there is one; `blob` then says what it should have, so that a sweep and a writer wait
 * for each other's row. Bytes are not compressed again: most attachments are compressed already.
 */
export const blobTables = `
create table blob (
  sha256 text primary key,
  size_bytes bigint not null,
  put_at bigint not null
);

create table blob_part (
  sha256 text not null references blob (sha256) on delete cascade,
  part bigint not null,
  data bytea not null,
  primary key (sha256, part)
);
alter table blob_part alter column data set storage external;
`
