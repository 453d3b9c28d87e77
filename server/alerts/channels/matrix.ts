import { deliver } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { baseOf, checkFields, matching, webAddress } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { HTML, PLAIN } from './text/formats.ts'
import { joinWithin, writeLines } from './text/message-lines.ts'

const fields = [
  shown('Homeserver URL', 'Where the account of the bot is.', {
    name: 'homeserver',
    placeholder: 'https://matrix.example',
  }),
  shown(
    'Room ID',
    'In Element: the room’s settings, Advanced, Internal room ID. The bot must have joined the room.',
    {
      name: 'room',
      placeholder: '!abc:matrix.example',
    },
  ),
  secret('Access token', 'In Element, signed in as the bot: Settings, Help & About, Access Token.', {
    name: 'token',
  }),
]

const checks = {
  homeserver: webAddress,
  room: matching(
    /^!\S{1,254}$/,
    'does not begin with “!”: it is not the room’s alias, which begins with “#”',
  ),
}

/** An event has at most 64 KiB in all: https://spec.matrix.org/latest/client-server-api/#size-limits */
const MOST_CHARS = 8_000

/**
 * https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid: a server that is given
 * the same transaction twice sends one message. Empty mentions keep names in the text from being mentions.
 */
export const matrix: ChannelAdapter = {
  kind: 'matrix',
  label: 'Matrix',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { room = '', token = '' } = settings
    const plain = writeLines(message, PLAIN)
    const html = writeLines(message, HTML)
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.key)}`
    const body = {
      msgtype: 'm.text',
      body: joinWithin([plain.heading, ...plain.lines, plain.links], MOST_CHARS),
      format: 'org.matrix.custom.html',
      formatted_body: joinWithin([html.heading, ...html.lines, html.links], MOST_CHARS).replaceAll(
        '\n',
        '<br>',
      ),
      'm.mentions': {},
    }
    const request = jsonRequest(`${baseOf(settings.homeserver)}${path}`, body, {
      authorization: `Bearer ${token}`,
    })
    return deliver({ label: 'Matrix', fields }, settings, { ...request, method: 'PUT' }, tools)
  },
}
