import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { toDeployAnswer } from './answer.ts'
import { deployBody } from './body.ts'
import { findReleases } from './find-releases.ts'

export async function listDeploys(request: ApiRequest): Promise<Answer> {
  const releases = await findReleases(request)
  if (!releases) return refuse(404, 'Cannot list deploys: there is no such release')
  const [{ projectId, version }] = releases
  const deploys = await request.desk.releases.listDeploys(projectId, version)
  return answer(deploys.map(toDeployAnswer))
}

export async function createDeploy({ desk, params, body }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params))
    return refuse(404, 'Cannot create the deploy: the only organization is "desk"')
  const read = parseBody(deployBody, body)
  if ('refusal' in read) return refuse(400, `Cannot create the deploy: ${read.refusal}`)
  const { environment, name, url, dateStarted: startedAt, dateFinished: finishedAt } = read.given
  const deploy = await desk.releases.addDeploy(params.version ?? '', {
    environment,
    name,
    url,
    startedAt,
    finishedAt,
  })
  if (!deploy) return refuse(404, 'Cannot create the deploy: there is no such release')
  return { ...answer(toDeployAnswer(deploy)), status: 201 }
}
