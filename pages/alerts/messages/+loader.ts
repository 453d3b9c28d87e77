import { formatCompactNumber } from '#renderer/format/format.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { parseRouteId } from '#renderer/page/route-id.ts'
import type { FilterParams } from '#renderer/paths.ts'
import { anyState, stateTabs } from '#renderer/texts/alerts/messages.ts'
import { messagesPath } from '#renderer/views/alert/paths.ts'
import type { MessageState } from '#server/models/alerts/deliveries.ts'

const MESSAGES_A_PAGE = 50
const STATES = Object.keys(stateTabs) as MessageState[] // it has each of them, and nothing else

export async function loader({ desk, url: { searchParams } }: LoaderContext) {
  const idIn = (name: string) => parseRouteId(searchParams.get(name) ?? undefined)
  const state = STATES.find((one) => one === searchParams.get('state'))
  const [channelId, ruleId, before] = [idIn('channel'), idIn('rule'), idIn('before')]
  const [found, undelivered, channels, rules] = await Promise.all([
    desk.alerts.messages.list({ state, channelId, ruleId, before, limit: MESSAGES_A_PAGE }),
    desk.alerts.messages.countUndelivered(),
    desk.alerts.channels.list(),
    desk.alerts.rules.list(),
  ])
  const chosen = { channel: channelId?.toString(), rule: ruleId?.toString() }
  const last = found.items.at(-1)
  return {
    messages: found.items,
    tabs: tabsOf(state, chosen, undelivered),
    filter: { state: state ?? '', channel: chosen.channel ?? '', rule: chosen.rule ?? '' },
    isFiltered: state !== undefined || channelId !== undefined || ruleId !== undefined,
    undelivered,
    channels: channels.map(({ id, name }) => ({ id, name })),
    rules: rules.map(({ id, name }) => ({ id, name })),
    ...(before !== undefined && { newest: messagesPath({ state, ...chosen }) }),
    ...(found.hasMore &&
      last !== undefined && { older: messagesPath({ state, ...chosen, before: String(last.id) }) }),
  }
}

/** Only those that were given up are counted: they wait for somebody. */
function tabsOf(state: string | undefined, chosen: FilterParams, undelivered: number) {
  const states = STATES.map((one) => ({
    name: stateTabs[one],
    href: messagesPath({ state: one, ...chosen }),
    isChosen: one === state,
    ...(one === 'undelivered' && undelivered > 0 && { count: formatCompactNumber(undelivered) }),
  }))
  return [{ name: anyState, href: messagesPath(chosen), isChosen: state === undefined }, ...states]
}
