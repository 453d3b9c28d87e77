import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { describeRoute } from '#server/api/openapi/document.ts'

/** Fails each answer that is not as the document of the API describes it: the request gets a 500 that says where. */
export function checkAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const path = (request.routeOptions.url ?? '').replace(/^.*\/api\/0(?=\/)/, '').replace(/(?<=.)\/$/, '')
    const { status = 200, answer } = describeRoute(request.method, path)
    if (answer !== undefined && reply.statusCode === status) checkAnswer(answer, payload, path)
    return payload
  })
}

function checkAnswer(schema: v.GenericSchema, payload: unknown, path: string): void {
  const sent: unknown = JSON.parse(JSON.stringify(payload))
  const parsed = v.safeParse(schema, sent)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`The answer of ${path} is not as described at ${v.getDotPath(issue)}: ${issue.message}`)
  }
  // What is not described is left out of what was parsed.
  if (!isDeepStrictEqual(sent, parsed.output)) {
    const [lost] = lostIn(sent, parsed.output, '')
    throw new Error(`The answer of ${path} has what is not described: ${lost}`)
  }
}

function lostIn(sent: unknown, described: unknown, at: string): string[] {
  if (typeof sent !== 'object' || sent === null) return []
  if (typeof described !== 'object' || described === null) return [at]
  return Object.entries(sent).flatMap(([key, value]) =>
    Object.hasOwn(described, key)
      ? lostIn(value, (described as Record<string, unknown>)[key], `${at}.${key}`)
      : [`${at}.${key}`],
  )
}
