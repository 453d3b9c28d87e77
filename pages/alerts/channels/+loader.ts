import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ desk }: LoaderContext) {
  const kinds = desk.alerts.channels.listKinds()
  return {
    channels: await desk.alerts.channels.list(),
    kinds: kinds.map(({ kind, label, missing }) => ({ kind, label, missing })),
  }
}
