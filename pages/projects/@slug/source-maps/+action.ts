import { render } from 'vike/abort'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import { hosted, setUp, uploads } from '#renderer/texts/account/source-maps.ts'

export async function action({
  desk,
  form,
  routeParams,
}: ActionContext): Promise<ActionResult<{ token: string }>> {
  const project = await desk.projects.find(routeParams.slug ?? '')
  if (project === undefined) throw render(404)
  switch (form.get('change')) {
    case 'create-token': {
      const token = await desk.sourceMaps.createUploadToken(project.slug)
      if (token === undefined) throw render(404)
      return done({ value: { token }, changed: [] })
    }
    case 'delete': {
      const isDeleted = await desk.sourceMaps.deleteUpload(project.slug, form.get('checksum') ?? '')
      return isDeleted ? done({ message: uploads.deleted }) : refused(uploads.gone, form)
    }
    case 'add-origin': {
      const added = await desk.sourceMaps.hosted.addOrigin(project.slug, form.get('origin') ?? '')
      return 'refusal' in added
        ? refused(hosted.refused(added.refusal), form, 'origin')
        : done({ message: hosted.added(added.origin) })
    }
    case 'remove-origin': {
      const origin = form.get('origin') ?? ''
      const isRemoved = await desk.sourceMaps.hosted.removeOrigin(project.slug, origin)
      return isRemoved ? done({ message: hosted.removed(origin) }) : refused(hosted.gone, form)
    }
    default:
      return refused(setUp.unknownChange, form)
  }
}
