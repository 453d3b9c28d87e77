import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { alertsPath, channelsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/alerts/channels.ts'
import { title as alerts } from '#renderer/texts/alerts/rules.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import { ChannelForm } from '#renderer/views/alert/channel/ChannelForm.tsx'
import { ChannelSide } from '#renderer/views/alert/channel/ChannelSide.tsx'
import { ChannelTest } from '#renderer/views/alert/channel/ChannelTest.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function ChannelPage() {
  const { channel } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: alerts, href: alertsPath },
          { name: say.title, href: channelsPath },
        ]}
      />
      <PageHead title={channel.name} intro={channel.kindLabel} />
      <ActionNotice result={result} />
      <WithAside
        lead={<ChannelForm fields={channel.fields} saved={channel} result={result} />}
        aside={<ChannelSide channel={channel} now={now} />}
      >
        <ChannelTest answer={result?.kind === 'done' ? result.value : undefined} />
      </WithAside>
    </>
  )
}
