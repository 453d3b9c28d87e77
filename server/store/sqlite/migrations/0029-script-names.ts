/** A script without its folders: the last way to find its map. */
export const scriptNames = `
alter table artifact add column file_name text not null default '';
update artifact set file_name = substr(url, length(rtrim(url, replace(url, '/', ''))) + 1);
create index artifact_by_file_name on artifact (project_id, release, file_name) where kind = 'script';
`
