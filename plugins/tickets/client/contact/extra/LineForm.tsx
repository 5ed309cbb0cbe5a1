import { Button, Field, Input, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useErrorText, useRestoreFocus, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { WrittenLine } from '../contact-details.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '4px 0 8px' },
  field: { minWidth: 0, width: '100%' },
  foot: { display: 'flex', gap: '8px' },
  fault: { margin: 0, color: ext.bad, fontSize: tokens.fontSizeBase200 },
});

export interface LineFormProps {
  line: WrittenLine;
  onSave(line: WrittenLine): Promise<void>;
  onClose(): void;
}

/** A name and a value, written where they will stand. */
export function LineForm({ line, onSave, onClose }: LineFormProps) {
  const styles = useStyles();
  const t = useT();
  const textOf = useErrorText();
  useRestoreFocus();
  const [name, setName] = useState(line.name);
  const [value, setValue] = useState(line.value);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const faultId = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '' || value.trim() === '') return setFault(t('extra.fault'));
    setFault(undefined);
    setBusy(true);
    try {
      await onSave({ name: name.trim(), value: value.trim() });
      onClose();
    } catch (error) {
      setFault(textOf(error));
      setBusy(false);
    }
  };
  const described = fault ? { 'aria-invalid': true, 'aria-describedby': faultId } : {};
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t(line.name ? 'extra.editForm' : 'extra.addForm')}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <Field label={t('extra.name')}>
        <Input
          autoFocus
          className={styles.field}
          appearance="filled-darker"
          maxLength={100}
          value={name}
          {...(name.trim() === '' ? described : {})}
          onChange={(_, data) => setName(data.value)}
        />
      </Field>
      <Field label={t('extra.value')}>
        <Input
          className={styles.field}
          appearance="filled-darker"
          maxLength={2000}
          value={value}
          {...(value.trim() === '' ? described : {})}
          onChange={(_, data) => setValue(data.value)}
        />
      </Field>
      {fault && (
        <p id={faultId} role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <div className={styles.foot}>
        <Button
          size="small"
          appearance="primary"
          type="submit"
          {...(isBusy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        >
          {t('contact.save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('notes.cancel')}
        </Button>
      </div>
    </form>
  );
}
