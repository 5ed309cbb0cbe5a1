import { Button, Dialog, Dropdown, Input, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, ApiError, useErrorText, useT } from '@balcao/sdk/client';
import { Bar, DialogFrame } from '@balcao/sdk/ui';
import { Field } from '@fluentui/react-components';
import type { ChatView } from '../../contract.ts';
import { missingValues, placeholdersOf } from '../../placeholders.ts';
import { promptsQuery } from './chat-data.ts';
import { PromptPreview } from './PromptPreview.tsx';

const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 376px) minmax(0, 1fr)',
    gap: '24px',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  fields: { display: 'flex', flexDirection: 'column', gap: '14px' },
  data: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', marginTop: '4px' },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  count: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface NewChatDialogProps {
  onCreated(chat: ChatView): void;
  onClose(): void;
}

/** Begins a chat: a title, a template, a value for each of its placeholders, and beside them the filled prompt. */
export function NewChatDialog({ onCreated, onClose }: NewChatDialogProps) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  const prompts = useQuery(promptsQuery);
  const [title, setTitle] = useState('');
  const [promptId, setPromptId] = useState<number>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const isSending = useRef(false);
  const prompt = prompts.data?.find(({ id }) => id === promptId);
  const names = placeholdersOf(prompt?.description ?? '');
  const missing = new Set(missingValues(prompt?.description ?? '', values));
  const fault = (isMissing: boolean) =>
    isTried && isMissing ? { validationState: 'error' as const, validationMessage: t('chat.required') } : {};
  const save = async (): Promise<void> => {
    setTried(true);
    if (title.trim() === '' || !prompt || missing.size > 0 || isSending.current) return;
    isSending.current = true;
    try {
      const configFields = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name]?.trim() ?? ''])));
      onCreated(await api.post<ChatView>('/chatsai', { promptId, title: title.trim(), configFields }));
    } catch (error) {
      setFailure(error);
      // Somebody changed or deleted the template meanwhile.
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) void prompts.refetch();
    } finally {
      isSending.current = false;
    }
  };
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogFrame
        title={t('chat.new')}
        width={880}
        onClose={onClose}
        onSubmit={() => void save()}
        footer={
          <>
            <Button onClick={onClose}>{t('chat.close')}</Button>
            <Button appearance="primary" type="submit">
              {t('chat.save')}
            </Button>
          </>
        }
      >
        {failure !== undefined && (
          <Bar tone="bad" alert>
            {textOf(failure)}
          </Bar>
        )}
        <div className={styles.sides}>
          <div className={styles.fields}>
            <Field label={t('field.title')} required {...fault(title.trim() === '')}>
              <Input
                autoFocus
                autoComplete="off"
                maxLength={255}
                value={title}
                onChange={(_, { value }) => setTitle(value)}
              />
            </Field>
            <Field
              label={t('chat.chooseTemplate')}
              required
              {...fault(!prompt)}
              {...(prompts.data?.length === 0 && { hint: t('chat.noTemplates') })}
            >
              <Dropdown
                value={prompt?.title ?? ''}
                selectedOptions={promptId === undefined ? [] : [String(promptId)]}
                onOptionSelect={(_, { optionValue }) => setPromptId(Number(optionValue))}
              >
                {(prompts.data ?? []).map(({ id, title: name, type }) => (
                  <Option key={id} value={String(id)} text={name}>
                    {`${name} · ${t(`type.${type}`)}`}
                  </Option>
                ))}
              </Dropdown>
            </Field>
            {names.length > 0 && (
              <div className={styles.data}>
                <h3 className={styles.heading}>{t('chat.templateData')}</h3>
                <span className={styles.count}>
                  {t('chat.filled', { filled: names.length - missing.size, count: names.length })}
                </span>
              </div>
            )}
            {names.map((name) => (
              <Field key={name} label={name} {...fault(missing.has(name))}>
                <Input
                  autoComplete="off"
                  maxLength={4000}
                  value={values[name] ?? ''}
                  onChange={(_, { value }) => setValues((before) => ({ ...before, [name]: value }))}
                />
              </Field>
            ))}
          </div>
          <PromptPreview text={prompt?.description ?? ''} values={values} />
        </div>
      </DialogFrame>
    </Dialog>
  );
}
