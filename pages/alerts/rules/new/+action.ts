import { type Previewed, previewRule } from '#pages/alerts/rules/preview-rule.ts'
import { type ActionContext, type ActionResult, done, refused } from '#renderer/page/action.ts'
import * as say from '#renderer/texts/alerts/rules.ts'
import { rulePath } from '#renderer/views/alert/paths.ts'
import { parseRuleForm } from '#renderer/views/alert/rule/rule-values.ts'

export async function action(context: ActionContext): Promise<ActionResult<Previewed>> {
  const { desk, form } = context
  switch (form.get('change')) {
    case 'preview':
      return previewRule(context)
    case 'save': {
      const created = await desk.alerts.rules.create(parseRuleForm(form))
      if ('refusal' in created) return refused(created.refusal, form, created.field)
      return done({ redirectTo: rulePath(created.id), message: say.page.created(created.name) })
    }
    default:
      return refused(say.unknownChange, form)
  }
}
