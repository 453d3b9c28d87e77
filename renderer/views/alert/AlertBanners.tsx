import { channelsPath } from '#renderer/paths.ts'
import { banner as say } from '#renderer/texts/alerts/rules.ts'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { messagesPath } from '#renderer/views/alert/paths.ts'

interface AlertBannersProps {
  hasChannel: boolean
  /** Messages that were given up. */
  undelivered: number
  isAdmin: boolean
}

/** Says what keeps alerts from being heard, and where to do something about it. */
export function AlertBanners({ hasChannel, undelivered, isAdmin }: AlertBannersProps) {
  return (
    <>
      {!hasChannel && (
        <Notice tone="warning">
          {isAdmin ? say.noChannel : say.noChannelForViewer}{' '}
          {isAdmin && <a href={channelsPath}>{say.addChannel}</a>}
        </Notice>
      )}
      {undelivered > 0 && (
        <Notice tone="warning">
          {say.undelivered(undelivered)}{' '}
          <a href={messagesPath({ state: 'undelivered' })}>{say.showUndelivered}</a>
        </Notice>
      )}
    </>
  )
}
