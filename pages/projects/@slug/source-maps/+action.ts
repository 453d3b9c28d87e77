import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { setUp, uploads } from '#renderer/texts/account/source-maps.ts'

export async function action({
  desk,
  form,
  routeParams,
}: ActionContext): Promise<ActionResult<{ token: string }>> {
  const project = await desk.projects.find(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  switch (form.get('change')) {
    case 'create-token':
      return done({ value: { token: await desk.sourceMaps.createUploadToken(project.slug) }, changed: [] })
    case 'delete': {
      const isDeleted = await desk.sourceMaps.deleteUpload(project.slug, form.get('checksum') ?? '')
      return isDeleted ? done({ message: uploads.deleted }) : refused(uploads.gone, form)
    }
    default:
      return refused(setUp.unknownChange, form)
  }
}
