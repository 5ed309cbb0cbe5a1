import { useState, type ReactNode } from 'react';
import { Button, Field, Switch, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { Exposed, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { queuePicker } from '@balcao/queues/contract';

export interface Settings {
  instructions: string;
  queueId: number | null;
  discloses: boolean;
  disclosureText: string;
  handoverText: string;
  closedText: string;
  isStrict: boolean;
  topics: string[];
  personWords: string[];
  links: string[];
  toolsOff: string[];
}
export interface Tool {
  name: string;
  label: string;
  isFixed: boolean;
}

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '720px', marginTop: '12px' },
  group: { margin: 0, padding: 0, border: 'none', display: 'flex', flexDirection: 'column' },
  legend: { padding: 0, fontWeight: tokens.fontWeightSemibold },
  foot: { display: 'flex', alignItems: 'center', gap: '12px', flexWrap: 'wrap' },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface InstructionsFormProps {
  settings: Settings;
  tools: readonly Tool[];
  version: string;
  /** Stands above the button. */
  notice: ReactNode;
  onTyped(): void;
  /** Returns false if it is not stored yet, because it is tried first. */
  onSave(settings: Settings): Promise<boolean>;
}

/** The form of the assistant's settings. Saving makes a new version, which answers from then on. */
export function InstructionsForm({ settings, tools, version, notice, onTyped, onSave }: InstructionsFormProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const [values, setValues] = useState(settings);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Settings>): void => {
    onTyped();
    setValues((before) => ({ ...before, ...part }));
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      if (await onSave(values)) toasts.success(t('settings.saved'));
    } catch (error) {
      toasts.error(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  const area = (field: 'instructions' | 'handoverText' | 'closedText' | 'disclosureText', rows: number) => (
    <Field label={t(`settings.${field}`)} hint={t(`settings.${field}Help`)}>
      <Textarea
        rows={rows}
        resize="vertical"
        value={values[field]}
        maxLength={field === 'instructions' ? 20_000 : 500}
        onChange={(_, { value }) => change({ [field]: value })}
      />
    </Field>
  );
  const list = (field: 'topics' | 'personWords' | 'links') => (
    <Field label={t(`settings.${field}`)} hint={t(`settings.${field}Help`)}>
      <Textarea
        rows={3}
        resize="vertical"
        defaultValue={values[field].join('\n')}
        onChange={(_, { value }) => change({ [field]: lines(value) })}
      />
    </Field>
  );
  return (
    <div className={styles.form}>
      {area('instructions', 8)}
      <Switch
        label={t('settings.isStrict')}
        checked={values.isStrict}
        onChange={(_, { checked }) => change({ isStrict: checked })}
      />
      <Exposed
        of={queuePicker}
        props={{
          label: t('settings.queue'),
          help: t('settings.queueHelp'),
          value: values.queueId,
          clearable: true,
          onChange: (queue) => change({ queueId: queue?.id ?? null }),
        }}
      />
      {area('handoverText', 2)}
      {area('closedText', 2)}
      <Switch
        label={t('settings.discloses')}
        checked={values.discloses}
        onChange={(_, { checked }) => change({ discloses: checked })}
      />
      {values.discloses && area('disclosureText', 2)}
      {list('topics')}
      {list('personWords')}
      {list('links')}
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t('settings.tools')}</legend>
        {tools.map(({ name, label, isFixed }) => (
          <Switch
            key={name}
            label={label}
            disabled={isFixed}
            checked={!values.toolsOff.includes(name)}
            onChange={(_, { checked }) =>
              change({ toolsOff: checked ? values.toolsOff.filter((one) => one !== name) : [...values.toolsOff, name] })
            }
          />
        ))}
      </fieldset>
      {notice}
      <div className={styles.foot}>
        <Button appearance="primary" disabled={isBusy} onClick={() => void save()}>
          {t('settings.save')}
        </Button>
        <span className={styles.quiet}>{version}</span>
      </div>
    </div>
  );
}
