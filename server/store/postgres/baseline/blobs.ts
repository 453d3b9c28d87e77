/**
 * Bytes that every desk of the database must reach: attachments, and chunks of uploads. If there is a bucket, it holds the
 * bytes, and `blob` only says which it should hold, so that a sweep and a writer wait for each other's row. The bytes are
 * not compressed, because most attachments are compressed already.
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
