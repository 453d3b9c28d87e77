/** Chunks of uploads that are not joined yet. `sha256` names the blob with the bytes. */
export const uploadChunks = `
create table upload_chunk (
  token_id integer not null,
  hash text not null,
  sha256 text not null,
  size_bytes integer not null,
  created_at integer not null,
  primary key (token_id, hash)
) strict, without rowid;
create index upload_chunk_by_age on upload_chunk (created_at);
create index upload_chunk_by_blob on upload_chunk (sha256);
`
