import { Switch, Textarea, makeStyles } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormRow } from '@balcao/sdk/ui';
import type { User } from '../user.ts';

interface AssistantFieldsProps {
  user: User | undefined;
  values: Readonly<Record<string, unknown>>;
  setValue(field: string, value: unknown, known?: unknown): void;
}

// A switch has a margin; this aligns its track with the other controls.
const useStyles = makeStyles({ switch: { marginLeft: '-8px' } });

/** Additional fields of people in some companies. The prompt is shown only for a virtual person. */
export function AssistantFields({ user, values, setValue }: AssistantFieldsProps) {
  const t = useT();
  const styles = useStyles();
  const is = (field: 'isShowContacts' | 'isVirtual', usual: boolean): boolean => {
    const value = values[field] ?? user?.[field];
    return typeof value === 'boolean' ? value : usual;
  };
  const row = (field: 'isShowContacts' | 'isVirtual', usual: boolean) => (
    <FormRow
      label={t(`field.${field}`)}
      name={field}
      {...(field === 'isShowContacts' ? { help: t('form.isShowContactsHelp') } : {})}
    >
      <Switch
        className={styles.switch}
        checked={is(field, usual)}
        label={t(is(field, usual) ? 'form.yes' : 'form.no')}
        onChange={(_, { checked }) => setValue(field, checked, user?.[field])}
      />
    </FormRow>
  );
  const prompt = values['customPrompt'] ?? user?.customPrompt;
  return (
    <>
      {row('isShowContacts', true)}
      {row('isVirtual', false)}
      {is('isVirtual', false) && (
        <FormRow label={t('field.customPrompt')} name="customPrompt" help={t('form.customPromptHelp')}>
          <Textarea
            rows={4}
            resize="vertical"
            value={typeof prompt === 'string' ? prompt : ''}
            onChange={(_, { value }) => setValue('customPrompt', value, user?.customPrompt)}
          />
        </FormRow>
      )}
    </>
  );
}
