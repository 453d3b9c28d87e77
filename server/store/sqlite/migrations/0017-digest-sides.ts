/**
 * Which events of a digest tell of the failure where it happened. Of those that are stored already it is unknown (null):
 * payloads are compressed, and reading them is left to whoever asks for such a digest.
 */
export const digestSides = `
alter table digest add column tells_of_server integer;
create index digest_of_server on digest (digest, event_row_id) where tells_of_server = 1;
`
