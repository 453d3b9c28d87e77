/**
 * What tells a trace from others of its route, for lists: who was affected, in which browser, and how the request was
 * answered. Segments that are stored already have none: what was sent with them is in their spans, where it was sent.
 */
export const segmentFacts = `
alter table segment add column user_label text;
alter table segment add column browser text;
alter table segment add column http_status integer;
`
