import { checkFields, matching } from '#server/alerts/channels/fields/check-fields.ts'
import { shown } from '#server/alerts/channels/fields/fields.ts'
import { htmlBody, jiraBody, markdownBody } from '../text/bodies.ts'
import { addressField, addressWith, plainAddress, segmentsOf, withQuery } from './addresses.ts'
import type { TrackerAdapter } from './tracker-kind.ts'

const jiraFields = [
  addressField('Of the site.', 'https://acme.atlassian.net'),
  shown('Project id', 'A number: the address of the project’s settings in Jira ends with it as pid.', {
    name: 'project',
  }),
  shown('Issue type id', 'A number, from the list of issue types in Jira.', { name: 'type' }),
]
const isId = matching(/^\d{1,12}$/, 'is not a number')

/** https://confluence.atlassian.com/jirakb/how-to-create-issues-using-direct-html-links-in-jira-server-159474.html */
export const jira: TrackerAdapter = {
  kind: 'jira',
  label: 'Jira',
  fields: jiraFields,
  check: (settings) =>
    checkFields(jiraFields, settings, {
      address: addressWith(0, 'https://acme.atlassian.net'),
      project: isId,
      type: isId,
    }),
  nameOf: ({ address = '', project }) => `${URL.parse(address)?.host ?? ''} ${project}`,
  writeBody: jiraBody,
  newIssueUrl: ({ address, project = '', type = '' }, { title, body }) =>
    withQuery(`${plainAddress(address)}/secure/CreateIssueDetails!init.jspa`, {
      ...{ pid: project, issuetype: type, summary: title, description: body },
    }),
}

const linearFields = [addressField('Of the team.', 'https://linear.app/acme/team/SHOP')]

/** https://linear.app/docs/creating-issues#create-using-urls */
export const linear: TrackerAdapter = {
  kind: 'linear',
  label: 'Linear',
  fields: linearFields,
  check: (settings) => checkFields(linearFields, settings, { address: isTeam }),
  nameOf: ({ address }) => teamOf(address),
  writeBody: markdownBody,
  newIssueUrl: ({ address }, { title, body }) => {
    const { origin = '' } = URL.parse(address ?? '') ?? {}
    return withQuery(`${origin}/team/${teamOf(address)}/new`, { title, description: body })
  },
}

function isTeam(address: string): string | undefined {
  return (
    addressWith(3, linearFields[0]?.placeholder ?? '')(address) ??
    (segmentsOf(address)[1] === 'team' ? undefined : 'has no team')
  )
}

/** `SHOP` of `/acme/team/SHOP/active`. */
function teamOf(address: string | undefined): string {
  return segmentsOf(address)[2] ?? ''
}

const azureFields = [
  addressField('Of the project.', 'https://dev.azure.com/acme/shop'),
  shown('Work item type', 'As it is called in the project: Bug, Issue.', {
    name: 'type',
    placeholder: 'Bug',
  }),
]

/** https://learn.microsoft.com/en-us/azure/devops/boards/backlogs/work-item-template#add-a-work-item-using-the-url */
export const azure: TrackerAdapter = {
  kind: 'azure',
  label: 'Azure DevOps',
  fields: azureFields,
  check: (settings) =>
    checkFields(azureFields, settings, {
      address: addressWith(1, 'https://dev.azure.com/acme/shop'),
      type: matching(/^[\p{L}\p{N} _-]{1,100}$/u, 'is not a name'),
    }),
  nameOf: ({ address }) => segmentsOf(address).map(decodeSegment).join('/'),
  writeBody: htmlBody,
  newIssueUrl: ({ address, type = '' }, { title, body }) => {
    // A bug shows its steps to reproduce instead of its description.
    const field = type.toLowerCase() === 'bug' ? 'Microsoft.VSTS.TCM.ReproSteps' : 'System.Description'
    return withQuery(`${plainAddress(address)}/_workitems/create/${encodeURIComponent(type)}`, {
      '[System.Title]': title,
      [`[${field}]`]: body,
    })
  },
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
