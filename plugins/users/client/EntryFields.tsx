import { Checkbox, Radio, RadioGroup } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import { PasswordField } from './PasswordField.tsx';
import type { UserValues } from './user-form.ts';

export interface EntryFieldsProps {
  values: UserValues;
  change(part: Partial<UserValues>): void;
  isNew: boolean;
  /** People set their own password elsewhere. */
  isMe: boolean;
}

/** The choice of how a new person logs in: by an invitation, or with a password set by an admin. */
export function EntryFields({ values, change, isNew, isMe }: EntryFieldsProps) {
  const t = useT();
  const { entry, password, mustChangePassword } = values;
  return (
    <>
      {isNew && (
        <FormRow label={t('entry.label')}>
          <RadioGroup
            value={entry}
            onChange={(_, { value }) => change({ entry: value === 'invite' ? 'invite' : 'password' })}
          >
            <Radio value="invite" label={t('entry.invite')} />
            <Radio value="password" label={t('entry.password')} />
          </RadioGroup>
        </FormRow>
      )}
      {entry === 'password' && (
        <FormRow
          label={t('field.password')}
          name="password"
          help={t(isNew ? 'form.passwordHelp' : 'form.passwordKept')}
          required={isNew}
        >
          <PasswordField value={password} onChange={(_, { value }) => change({ password: value })} />
        </FormRow>
      )}
      {entry === 'password' && !isMe && (isNew || password !== '') && (
        <Checkbox
          label={t('entry.mustChange')}
          checked={mustChangePassword}
          onChange={(_, { checked }) => change({ mustChangePassword: checked === true })}
        />
      )}
    </>
  );
}
