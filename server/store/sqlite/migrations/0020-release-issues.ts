/**
 * The release in which an issue regressed last stands beside its first one, so that both numbers of a release are those of
 * its lists: a merge, a split or a deletion changes them without being counted. Until now they were counted as events came.
 */
export const releaseIssues = `
alter table issue add column regressed_release text;
update issue set regressed_release = coalesce(
    (select event.release from event
     where event.project_id = issue.project_id and event.event_id = issue.regressed_event_id),
    (select json_extract(issue_activity.data, '$.release') from issue_activity
     where issue_activity.issue_id = issue.id and issue_activity.kind = 'regressed'
     order by issue_activity.id desc limit 1))
  where regressed_event_id is not null;

drop index issue_by_first_release;
create index issue_by_first_release on issue (project_id, first_release, first_seen)
  where first_release is not null and deleted_at is null;
create index issue_by_regressed_release on issue (project_id, regressed_release, regressed_at)
  where regressed_release is not null and deleted_at is null;

alter table project_release drop column new_issue_count;
alter table project_release drop column regressed_issue_count;
`
