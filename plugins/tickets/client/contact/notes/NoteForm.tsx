import { Button, Field, Spinner, Textarea, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useErrorText, useRestoreFocus, useT } from '@balcao/sdk/client';
import { AmountField, readAmount } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '8px', paddingBottom: '12px' },
  field: { minWidth: 0, width: '100%' },
  foot: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
  value: { flexGrow: 1, minWidth: 0 },
});

interface Faults {
  note?: string;
  value?: string;
}
export interface NoteFormProps {
  onSave(note: string, processValue: string): Promise<void>;
  onClose(): void;
}

/** A note and what it is worth, written where it will stand. */
export function NoteForm({ onSave, onClose }: NoteFormProps) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  useRestoreFocus();
  const [note, setNote] = useState('');
  const [value, setValue] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const cents = readAmount(value);
    const wrong = value.trim() === '' ? 'required' : cents === undefined ? 'value' : undefined;
    const found: Faults = {
      ...(note.trim() === '' && { note: t('notes.fault.required') }),
      ...(wrong && { value: t(`notes.fault.${wrong}`) }),
    };
    setFaults(found);
    if (found.note || found.value) {
      form.current?.querySelector<HTMLElement>(found.note ? 'textarea' : 'input')?.focus();
      return;
    }
    setBusy(true);
    try {
      await onSave(note.trim(), ((cents ?? 0) / 100).toFixed(2));
      onClose();
    } catch (error) {
      setFaults({ value: textOf(error) });
      setBusy(false);
    }
  };
  const faultOf = (text: string | undefined) =>
    text ? ({ validationState: 'error', validationMessage: text } as const) : {};
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label={t('notes.add')}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <Field label={t('notes.note')} required {...faultOf(faults.note)}>
        <Textarea
          autoFocus
          className={styles.field}
          appearance="filled-darker"
          resize="vertical"
          rows={2}
          maxLength={2000}
          value={note}
          onChange={(_, data) => setNote(data.value)}
        />
      </Field>
      <Field label={t('notes.value')} required {...faultOf(faults.value)}>
        <AmountField className={styles.field} appearance="filled-darker" value={value} onChange={setValue} />
      </Field>
      <div className={styles.foot}>
        <Button
          size="small"
          appearance="primary"
          type="submit"
          {...(isBusy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {t('notes.save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('notes.cancel')}
        </Button>
      </div>
    </form>
  );
}
