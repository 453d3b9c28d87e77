import type { FrameWork } from '#server/hosting/forms/frame-form.ts'

/**
 * Makes a form part of the frame. The form has no address of its own and is posted to the page that it is
 * on, where the server handles it whatever the page's own action is.
 */
export function FrameField({ does }: { does: FrameWork }) {
  return <input type="hidden" name="frame" value={does} />
}
