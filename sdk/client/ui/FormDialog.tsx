import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button, Dialog, Spinner, makeStyles } from '@fluentui/react-components';
import { ApiError, useErrorText, useT } from '../index.ts';
import { useButtonStyles } from './button-styles.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { FormErrorsContext, FormLayoutContext, type FormErrors } from './form-errors.ts';
import { Bar } from './states.tsx';

export interface FormDialogProps {
  open: boolean;
  title: string;
  subtitle?: ReactNode;
  /** The one primary verb. */
  submitLabel: string;
  /** Rejecting keeps the dialog open with what was typed; an `ApiError` with fields marks them. */
  onSubmit(): Promise<void> | void;
  onClose(): void;
  /** px; 520. Fills the screen under 600. */
  width?: number;
  /** The verb destroys something. */
  danger?: boolean;
  /** The verb cannot be used yet. */
  disabled?: boolean;
  /** Left end of the footer. */
  aside?: ReactNode;
  children: ReactNode;
}

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
});

/** A form in a dialog: Cancelar and one verb, never sent twice, and nothing typed is lost when it fails. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, subtitle, submitLabel, onSubmit, onClose, width, danger, disabled, aside, children } = props;
  const t = useT('shell');
  const textOf = useErrorText();
  const styles = useStyles();
  const buttons = useButtonStyles();
  const body = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [mended, setMended] = useState<readonly string[]>([]);

  useEffect(() => {
    if (open) setFailure(undefined);
  }, [open]);

  const errors = useMemo((): FormErrors => {
    const fields = failure instanceof ApiError ? translated(failure.fields, textOf) : {};
    for (const name of mended) delete fields[name];
    const changed = (name: string): void => {
      if (name in fields) setMended((names) => [...names, name]);
    };
    return { fields, of: (name) => fields[name], changed };
  }, [failure, mended, textOf]);
  const hasFields = failure instanceof ApiError && Object.keys(failure.fields ?? {}).length > 0;

  useEffect(() => {
    if (hasFields) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasFields]);

  const submit = async () => {
    if (sending.current || disabled) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    setMended([]);
    try {
      await onSubmit();
    } catch (error) {
      setFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(_, data) => {
        // A click beside the dialog must not throw away what was typed.
        if (!data.open && data.type !== 'backdropClick' && !sending.current) onClose();
      }}
    >
      <DialogFrame
        title={title}
        {...(subtitle ? { subtitle } : {})}
        {...(width ? { width } : {})}
        {...(aside ? { aside } : {})}
        onClose={onClose}
        onSubmit={() => void submit()}
        footer={
          <>
            <Button onClick={onClose} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            <Button
              type="submit"
              appearance="primary"
              disabled={disabled === true}
              disabledFocusable={busy}
              {...(busy ? { icon: <Spinner size="extra-tiny" /> } : {})}
              {...(danger ? { className: buttons.danger } : {})}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <div ref={body}>
          {failure !== undefined && !hasFields && (
            <Bar tone="bad" alert>
              {textOf(failure)}
            </Bar>
          )}
          <FormErrorsContext value={errors}>
            <FormLayoutContext value="stack">
              <div className={styles.fields}>{children}</div>
            </FormLayoutContext>
          </FormErrorsContext>
        </div>
      </DialogFrame>
    </Dialog>
  );
}

type TextOf = ReturnType<typeof useErrorText>;

/** The server names a field's fault by a code where there is one; other words are shown as they are. */
function translated(fields: Readonly<Record<string, string>> | undefined, textOf: TextOf): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, fault]) => [
      name,
      /^ERR_[A-Z0-9_]+$/.test(fault) ? textOf(new ApiError(400, fault)) : fault,
    ]),
  );
}
