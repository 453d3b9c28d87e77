/**
 * The words that find an issue: lines of its titles, messages and culprits that differ in more than their ids, and a
 * full text index over them that repeats none of it (https://sqlite.org/fts5.html#external_content_tables). Triggers
 * keep the index, so that whoever deletes an issue or changes its text need not know of it. `line_hashes` tells the
 * writer which lines are there, eight characters each, without reading them.
 *
 * Tags are searched in all projects, so their index begins with the key. The default list is that of one status by last
 * seen; the index on the status alone is the beginning of another now.
 */
export const search = `
create table issue_text (
  issue_id integer primary key,
  project_id integer not null,
  text text not null,
  line_hashes text not null
) strict;

create virtual table issue_search using fts5 (
  text, content = 'issue_text', content_rowid = 'issue_id', tokenize = 'unicode61 remove_diacritics 2'
);
create trigger issue_text_added after insert on issue_text begin
  insert into issue_search (rowid, text) values (new.issue_id, new.text);
end;
create trigger issue_text_removed after delete on issue_text begin
  insert into issue_search (issue_search, rowid, text) values ('delete', old.issue_id, old.text);
end;
create trigger issue_text_changed after update on issue_text begin
  insert into issue_search (issue_search, rowid, text) values ('delete', old.issue_id, old.text);
  insert into issue_search (rowid, text) values (new.issue_id, new.text);
end;
create trigger issue_removed_from_search after delete on issue begin
  delete from issue_text where issue_id = old.id;
end;
insert into issue_text (issue_id, project_id, text, line_hashes)
  select id, project_id, type || char(10) || value || char(10) || culprit, '' from issue;

drop index issue_by_status;
create index issue_by_status_last_seen on issue (status, last_seen, id);
create index issue_tag_by_value on issue_tag (key, value, issue_id);
create index issue_tag_key_by_key on issue_tag_key (key, issue_id);
create index issue_by_project_status on issue (project_id, status, last_seen, id);
`
