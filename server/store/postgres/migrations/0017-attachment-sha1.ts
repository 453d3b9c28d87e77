/** What SQLite's step `0046-attachment-sha1` adds. */
export const attachmentSha1 = `
alter table attachment add column sha1 text;
`
