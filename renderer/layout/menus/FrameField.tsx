import type { FrameWork } from '#server/hosting/forms/frame-form.ts'

/**
 * Makes a form one of the frame's. It names no address, so it is posted to the page that it stands on, and the server
 * does what it asks for whatever the page's own action is.
 */
export function FrameField({ does }: { does: FrameWork }) {
  return <input type="hidden" name="frame" value={does} />
}
