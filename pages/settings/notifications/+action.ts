import { numberOf } from '#renderer/forms/issue-request.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as browsers from '#renderer/texts/notifications/browsers.ts'
import * as say from '#renderer/texts/notifications/notifications.ts'

export async function action({ desk, accounts, form }: ActionContext): Promise<ActionResult> {
  const { notifications, issues } = desk
  switch (form.get('change')) {
    case 'ways':
      await notifications.chooseWays((reason, way) => form.get(`${reason}-${way}`) === 'on')
      return done({ message: say.ways.saved })
    case 'quiet': {
      const days = form.getAll('day').map(Number)
      const [from, to] = [form.get('from')?.trim() ?? '', form.get('to')?.trim() ?? '']
      const typed = {
        from,
        to,
        days,
        zone: form.get('zone') ?? '',
        urgentPasses: form.get('urgent') === 'on',
      }
      const refusal = await notifications.chooseQuiet(typed)
      if (refusal) return refused(refusal.refusal, form, refusal.field)
      return done({ message: from === '' ? say.quiet.none : say.quiet.saved })
    }
    case 'digest': {
      const [every, zone] = [form.get('every') ?? '', form.get('digest-zone') ?? '']
      const [hour, day] = [numberOf(form.get('hour') ?? ''), numberOf(form.get('digest-day') ?? '')]
      const refusal = await notifications.chooseDigest({ every, hour, day, zone })
      if (refusal) return refused(refusal.refusal, form)
      return done({ message: every === '' ? say.digest.none : say.digest.saved })
    }
    case 'add-browser': {
      const here = accounts.openOwn().readBrowser()
      const added = await notifications.addBrowser(form.get('subscription') ?? '', here)
      return 'refusal' in added ? refused(added.refusal, form) : done({ message: browsers.added(added.name) })
    }
    // The service worker sends it, and nobody reads the answer.
    case 'renew-browser': {
      const here = accounts.openOwn().readBrowser()
      const [old, subscription] = [form.get('old') ?? '', form.get('subscription') ?? '']
      const renewed = await notifications.renewBrowser(old, subscription, here)
      return 'refusal' in renewed ? refused(renewed.refusal, form) : done()
    }
    case 'remove-browser': {
      const removed = await notifications.removeBrowser(numberOf(form.get('browser') ?? ''))
      if ('refusal' in removed) return refused(removed.refusal, form)
      return done({ message: browsers.removed(removed.name) })
    }
    case 'test-browser': {
      const tested = await notifications.testBrowser(numberOf(form.get('browser') ?? ''))
      return 'refusal' in tested
        ? refused(tested.refusal, form)
        : done({ message: browsers.tested(tested.name) })
    }
    case 'begin-mail':
      await notifications.beginMail()
      return done({ message: say.mail.begun })
    case 'unsubscribe': {
      const issueId = numberOf(form.get('issue') ?? '')
      const changed = await issues.change([issueId], [{ kind: 'subscribe', isSubscribed: false }])
      if ('refusal' in changed) return refused(changed.refusal, form)
      return done({ message: say.subscriptions.ended })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
