import { DELIVERED, deliver, judgeStatus, type Verdict } from './answers/deliver.ts'
import { parseAnswer } from './answers/retry-after.ts'
import type { ChannelAdapter } from './channel.ts'
import { checkFields, matching } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { TELEGRAM } from './text/formats.ts'
import { joinWithin, writeLines } from './text/message-lines.ts'

const fields = [
  secret('Bot token', 'In Telegram: talk to @BotFather, /newbot.', {
    name: 'token',
    placeholder: '123456:ABC…',
  }),
  shown(
    'Chat ID',
    'Add the bot to the chat and write there: getUpdates of the bot’s API shows the ID. Or a channel’s @name.',
    {
      name: 'chat',
      placeholder: '-1001234567890',
    },
  ),
]

const checks = {
  token: matching(/^\d{1,20}:[\w-]{20,100}$/, 'is not a bot’s token, which looks like 123456:ABC…'),
  chat: matching(/^(?:-?\d{1,20}|@\w{1,64})$/, 'is neither a number nor an @name'),
}

/** https://core.telegram.org/bots/api#sendmessage: HTML of at most 4,096 characters. */
export const telegram: ChannelAdapter = {
  kind: 'telegram',
  label: 'Telegram',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { heading, lines, links } = writeLines(message, TELEGRAM)
    const body = {
      chat_id: settings.chat,
      text: joinWithin([heading, ...lines, links], 4_096),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    }
    const request = jsonRequest(`https://api.telegram.org/bot${settings.token}/sendMessage`, body)
    return deliver({ label: 'Telegram', fields, judgeBody }, settings, request, tools)
  },
}

function judgeBody(body: string): Verdict {
  const { ok, error_code: code } = parseAnswer(body)
  return ok === false ? judgeStatus('Telegram', typeof code === 'number' ? code : 400) : DELIVERED
}
