import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { tokensPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/tokens.ts'

/** A new token is in the answer to its form and nowhere else: not in an address, and in no page that is kept. */
export async function action({
  desk,
  form,
}: ActionContext): Promise<ActionResult<{ name: string; token: string }>> {
  switch (form.get('change')) {
    case 'create': {
      const created = await desk.tokens.create({
        name: form.get('name') ?? '',
        isOfOrganization: form.get('owner') === 'organization',
        scopes: chosen(form, 'scope.'),
        projects: chosen(form, 'project.'),
        lifetime: form.get('lifetime') ?? '',
      })
      return 'refusal' in created
        ? refused(created.refusal, form, created.field)
        : done({ value: created, changed: [tokensPath] })
    }
    case 'revoke': {
      const revoked = await desk.tokens.revoke(Number(form.get('id')))
      return 'refusal' in revoked
        ? refused(revoked.refusal, form)
        : done({ message: say.revoked(revoked.name), changed: [tokensPath] })
    }
    default:
      return refused(say.unknownChange, form)
  }
}

/** Each checkbox has its own name, so that a refused form shows all of them again. */
function chosen(form: URLSearchParams, prefix: string): string[] {
  return [...form.keys()].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}
