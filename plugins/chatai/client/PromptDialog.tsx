import { useState } from 'react';
import { Dropdown, Input, Option, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import type { Prompt, PromptType } from '../contract.ts';

const useStyles = makeStyles({
  placeholders: {
    margin: '-8px 0 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
});

const types: readonly PromptType[] = [1, 2, 3];

/** What is to be filled in, each once. */
const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\[([^[\]]+)\]/g)].map(([, name = '']) => name.trim())),
];

interface PromptDialogProps {
  /** Absent: a new one. */
  prompt: Prompt | undefined;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** What a prompt is called, what it is about, and what it says. */
export function PromptDialog({ prompt, onSaved, onClose }: PromptDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const [values, setValues] = useState<{ title: string; type: PromptType | undefined; description: string }>({
    title: prompt?.title ?? '',
    type: prompt?.type,
    description: prompt?.description ?? '',
  });
  const names = placeholdersOf(values.description);
  const submit = async (): Promise<void> => {
    try {
      await (prompt ? api.put(`/prompts/${prompt.id}`, values) : api.post('/prompts', values));
    } catch (error) {
      toasts.error(t('form.failed'));
      throw error;
    }
    await onSaved();
    toasts.success(t('form.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(prompt ? 'form.edit' : 'form.add')}
      submitLabel={t(prompt ? 'form.save' : 'form.create')}
      width={600}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('field.title')} name="title" required>
        <Input
          autoFocus
          autoComplete="off"
          value={values.title}
          onChange={(_, { value }) => setValues({ ...values, title: value })}
        />
      </FormRow>
      <FormRow label={t('field.type')} name="type" required>
        <Dropdown
          placeholder={t('form.choose')}
          value={values.type === undefined ? '' : t(`type.${values.type}`)}
          selectedOptions={values.type === undefined ? [] : [String(values.type)]}
          onOptionSelect={(_, { optionValue }) =>
            setValues({ ...values, type: types.find((type) => String(type) === optionValue) })
          }
        >
          {types.map((type) => (
            <Option key={type} value={String(type)}>
              {t(`type.${type}`)}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      <FormRow label={t('field.description')} name="description" help={t('form.descriptionHelp')} required>
        <Textarea
          rows={8}
          resize="vertical"
          value={values.description}
          onChange={(_, { value }) => setValues({ ...values, description: value })}
        />
      </FormRow>
      {names.length > 0 && (
        <p className={styles.placeholders} role="status">
          {t('form.placeholders', { names: names.join(', ') })}
        </p>
      )}
    </FormDialog>
  );
}
