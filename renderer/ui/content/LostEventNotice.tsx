import type { LostEvent } from '../../lost-event.ts'
import { issuePath } from '../../paths.ts'
import * as say from '../../texts/lost-event.ts'
import { ButtonLink } from '../form/Button.tsx'
import { PageHead } from './PageHead.tsx'

/** Stands where an event was, with the way to what is left of it. */
export function LostEventNotice({ issueId, shortId }: LostEvent) {
  return (
    <>
      <PageHead title={say.TITLE} intro={say.INTRO} />
      <ButtonLink href={issuePath(issueId)}>{say.TO_ISSUE(shortId)}</ButtonLink>
    </>
  )
}
