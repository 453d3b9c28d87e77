/** What Sentry's clients read beside our own hash; null for attachments that came before. */
export const attachmentSha1 = `
alter table attachment add column sha1 text;
`
