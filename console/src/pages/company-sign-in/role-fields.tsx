import { roles, roleTexts } from '#contract/role-rules.ts';
import { Checkbox, Field, Input, Textarea } from '../../ui/field.tsx';
import type { FieldsProps } from './provider-fields.tsx';
import { toLines } from './role-lines.ts';

/** The claims that identify people, and their roles. */
export function RoleFields({ settings, faultOf }: FieldsProps) {
  return (
    <>
      <Field
        label="Claim that names people"
        hint="email counts only if the provider has verified it. Do not choose a claim that people can change themselves."
        error={faultOf('ref_claim')}
      >
        {(control) => (
          <Input {...control} name="ref_claim" required defaultValue={settings?.ref_claim ?? 'email'} />
        )}
      </Field>
      <Field
        label="Claim that decides on roles"
        hint="Without it, roles are assigned to the names of people."
        error={faultOf('roles_claim')}
      >
        {(control) => (
          <Input {...control} name="roles_claim" defaultValue={settings?.roles_claim} placeholder="groups" />
        )}
      </Field>
      <Field
        label="Roles"
        hint={`One line for each value: value = role. ${roles.map((role) => `${role} ${roleTexts[role]}`).join('; ')}.`}
        error={faultOf('roles')}
      >
        {(control) => (
          <Textarea
            {...control}
            name="roles"
            required
            spellCheck={false}
            className="font-mono text-xs"
            defaultValue={toLines(settings?.roles ?? {})}
            placeholder={'payments-approvers = approver\nplatform-team = admin'}
          />
        )}
      </Field>
      <Checkbox
        name="keys_may_sign_in"
        defaultChecked={settings?.keys_may_sign_in}
        label="People who sign in with an API key or a link have full access instead of read-only access"
      />
    </>
  );
}
