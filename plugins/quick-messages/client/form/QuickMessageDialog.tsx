import { useRef } from 'react';
import { Input, Radio, RadioGroup, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { FileField, FormDialog, FormRow, ext, useForm, type UploadedFile } from '@balcao/sdk/ui';
import type { Priority, QuickMessage } from '../../contract.ts';
import { unknownVariables, type VariableName } from '../../variables.ts';
import { PriorityMark } from '../PriorityMark.tsx';
import { acceptAttribute, fileFault } from './attached-file.ts';
import { MessagePreview } from './MessagePreview.tsx';
import { maxCharacters, quickMessageFaults, withoutSlash, type QuickMessageValues } from './quick-message-form.ts';
import { useSaving, type FormFile } from './useSaving.ts';
import { VariableChips } from './VariableChips.tsx';

const priorities: readonly Priority[] = [1, 2, 3];
/** The counter is shown from this length on. */
const counterFrom = 4500;

const useStyles = makeStyles({
  sides: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 280px',
    gap: '24px',
    '@media (max-width: 859px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  fields: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  message: { '& textarea': { minHeight: '132px' } },
  priorities: { gap: '4px' },
  warning: { color: ext.warn, fontSize: tokens.fontSizeBase200, marginTop: '-8px', ':empty': { display: 'none' } },
  heading: {
    margin: '0 0 6px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightRegular,
  },
});

const shownFile = (file: FormFile, quickMessage: QuickMessage | undefined): UploadedFile | File | undefined => {
  if (file instanceof File) return file;
  if (file === 'none' || !quickMessage?.mediaPath) return undefined;
  return { name: quickMessage.mediaName ?? '', mime: quickMessage.mediaMime ?? '', path: quickMessage.mediaPath };
};

export interface QuickMessageDialogProps {
  /** Absent for a new quick message. */
  quickMessage: QuickMessage | undefined;
  onClose(): void;
}

/** The form of a quick message: shortcode, text, file, priority, and a preview. */
export function QuickMessageDialog({ quickMessage, onClose }: QuickMessageDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const format = useFormat();
  const text = useRef<HTMLTextAreaElement>(null);
  const form = useForm({
    row: quickMessage,
    valuesOf: (row): QuickMessageValues & { file: FormFile } => ({
      shortcode: row?.shortcode ?? '',
      message: row?.message ?? '',
      priority: row?.priority ?? 3,
      file: row?.mediaPath ? 'kept' : 'none',
    }),
    bodyOf: ({ shortcode, message, priority }) => ({ shortcode: withoutSlash(shortcode).trim(), message, priority }),
    show: (field, value) => (field === 'priority' ? t(`priority.${String(value)}`) : undefined),
  });
  const { values, change } = form;
  const { file } = values;
  const setFile = (chosen: FormFile): void => change({ file: chosen });
  const { save, progress } = useSaving(quickMessage);
  const shown = shownFile(file, quickMessage);
  const sharedWith = quickMessage?.sharedWith.length ?? 0;

  const insert = (name: VariableName): void => {
    const variable = `{{${name}}}`;
    const from = text.current?.selectionStart ?? values.message.length;
    const to = text.current?.selectionEnd ?? from;
    change({ message: values.message.slice(0, from) + variable + values.message.slice(to) });
    requestAnimationFrame(() => {
      text.current?.focus();
      text.current?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  const choose = (chosen: File): void => {
    const fault = fileFault(chosen);
    if (fault) toasts.error(t(`fault.${fault}`));
    else setFile(chosen);
  };
  const submit = async (): Promise<void> => {
    const faults = Object.entries(quickMessageFaults(values, shown !== undefined));
    if (faults.length > 0) {
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    await save(form.body(), file);
    toasts.success(t(quickMessage ? 'form.updated' : 'form.added'));
    onClose();
  };
  const length =
    values.message.length >= counterFrom
      ? t('form.length', { count: values.message.length, max: format.number(maxCharacters) })
      : undefined;

  const unknown = unknownVariables(values.message);

  return (
    <FormDialog
      open
      width={800}
      title={t(quickMessage ? 'form.edit' : 'form.add')}
      {...(sharedWith > 0 ? { subtitle: t('form.sharedNote', { count: sharedWith }) } : {})}
      submitLabel={t(quickMessage ? 'form.save' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      <div className={styles.sides}>
        <div className={styles.fields}>
          <FormRow label={t('field.shortcode')} name="shortcode" help={t('form.shortcodeHelp')} required>
            <Input
              value={values.shortcode}
              contentBefore="/"
              autoFocus
              autoComplete="off"
              onChange={(_, { value }) => change({ shortcode: withoutSlash(value) })}
            />
          </FormRow>
          <FormRow label={t('field.message')} name="message" {...(length ? { help: length } : {})}>
            <Textarea
              ref={text}
              className={styles.message}
              resize="vertical"
              value={values.message}
              placeholder={t('form.placeholder', { variable: '{{primeiroNome}}' })}
              onChange={(_, { value }) => change({ message: value })}
            />
          </FormRow>
          <VariableChips onInsert={insert} />
          <div role="status" className={styles.warning}>
            {unknown.length > 0 && t('form.unknownVariables', { count: unknown.length, names: unknown.join(', ') })}
          </div>
          <FormRow label={t('field.media')} name="file" help={t('form.mediaHelp')}>
            <FileField
              file={shown}
              progress={progress}
              accept={acceptAttribute}
              onChoose={choose}
              onRemove={() => setFile('none')}
            />
          </FormRow>
          <FormRow label={t('field.priority')} name="priority">
            <RadioGroup
              layout="horizontal"
              className={styles.priorities}
              value={String(values.priority)}
              onChange={(_, { value }) => change({ priority: Number(value) as Priority })}
            >
              {priorities.map((priority) => (
                <Radio key={priority} value={String(priority)} label={<PriorityMark priority={priority} />} />
              ))}
            </RadioGroup>
          </FormRow>
        </div>
        <section aria-label={t('form.preview')}>
          <h3 className={styles.heading}>{t('form.preview')}</h3>
          <MessagePreview message={values.message} file={shown} />
        </section>
      </div>
    </FormDialog>
  );
}
