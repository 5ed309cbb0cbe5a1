import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Dialog, Spinner, makeStyles } from '@fluentui/react-components';
import { ApiError, useErrorText, useT, type Translate } from '../index.ts';
import { useButtonStyles } from './button-styles.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { FormConflicts } from './form-conflicts.tsx';
import { FormErrorsContext, FormLabelsContext, FormLayoutContext, type FormErrors } from './form-errors.ts';
import { FormGone } from './form-gone.tsx';
import { Bar } from './states.tsx';
import type { FormState } from './use-form.ts';
import { useOnChange } from './use-on-change.ts';

export interface FormDialogProps {
  open: boolean;
  title: string;
  subtitle?: ReactNode;
  /** Label of the only primary button. */
  submitLabel: string;
  /** Saves the form. A rejection keeps the dialog open with the typed values; an `ApiError` with fields marks them. */
  onSubmit(): Promise<void> | void;
  onClose(): void;
  /**
   * The form made by `useForm`: the dialog then resolves concurrent changes of the same fields by asking, and detects
   * that all changes were undone.
   */
  form?: FormState;
  /** In px; 520 if absent. Fills the screen under 600 px. */
  width?: number;
  /** True if submitting destroys something. */
  danger?: boolean;
  /** Disables the submit button. */
  disabled?: boolean;
  /** Content at the left end of the footer. */
  aside?: ReactNode;
  children: ReactNode;
}

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
});

/**
 * A form in a dialog, with Cancelar and one verb, never submitted twice. Nothing typed is lost: not if saving fails,
 * not by Esc, the close button or the browser's Back, which ask first, and not if another person changed or deleted the
 * same row.
 */
export function FormDialog(props: FormDialogProps) {
  const { open, title, subtitle, submitLabel, onSubmit, onClose, form, width, danger, disabled, aside, children } =
    props;
  const t = useT('shell');
  const textOf = useErrorText();
  const styles = useStyles();
  const buttons = useButtonStyles();
  const body = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const [labels] = useState(() => new Map<string, string>());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [mended, setMended] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [pressed, setPressed] = useState(false);

  useOnChange(open, () => {
    if (!open) return;
    setFailure(undefined);
    setTyped(false);
  });

  const errors = useMemo((): FormErrors => {
    const fields = failure instanceof ApiError ? translated(failure.fields, textOf, t) : {};
    for (const name of mended) delete fields[name];
    const changed = (name: string): void => {
      if (name in fields) setMended((names) => [...names, name]);
    };
    return { fields, of: (name) => fields[name], changed };
  }, [failure, mended, textOf, t]);
  const hasFields = failure instanceof ApiError && Object.keys(failure.fields ?? {}).length > 0;
  const isGone = failure instanceof ApiError && failure.context['deleted'] === true;
  const conflicts = form?.conflicts ?? [];

  useEffect(() => {
    if (hasFields) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasFields]);
  const isAsking = conflicts.length > 0;
  useEffect(() => {
    if (isAsking) body.current?.querySelector<HTMLElement>('[role="radiogroup"] input')?.focus();
  }, [isAsking, pressed]);

  const submit = async () => {
    if (sending.current || disabled || isGone) return;
    if (conflicts.some(({ choice }) => choice === undefined)) return setPressed(true);
    // Such a field shows a text that the form does not hold: saving would store something else.
    const unread = body.current?.querySelector<HTMLElement>('[data-no-value]');
    if (unread) return unread.focus();
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    setMended([]);
    try {
      await onSubmit();
    } catch (error) {
      const hasConflict = error instanceof ApiError && form?.mergeConflict(error) === true;
      setPressed(false);
      if (!hasConflict) setFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const leave = (): void => {
    if (sending.current) return;
    if (form ? form.isDirty : typed) setLeaving(true);
    else onClose();
  };
  // Search terms are not unsaved changes.
  const onInput = ({ target }: FormEvent): void => {
    if (!(target as HTMLElement).matches('[type="search"], [role="combobox"]')) setTyped(true);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(_, data) => {
        // A click beside the dialog must not discard what was typed.
        if (!data.open && data.type !== 'backdropClick') leave();
      }}
    >
      <DialogFrame
        title={title}
        {...(subtitle ? { subtitle } : {})}
        {...(width ? { width } : {})}
        {...(aside ? { aside } : {})}
        onClose={leave}
        onSubmit={() => void submit()}
        footer={
          <>
            <Button onClick={onClose} disabled={busy}>
              {t('ui.cancel')}
            </Button>
            <Button
              type="submit"
              appearance="primary"
              disabled={disabled === true || isGone}
              disabledFocusable={busy}
              {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
              {...(danger ? { className: buttons.danger } : {})}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <div ref={body} onInput={onInput}>
          {isGone && <FormGone form={form} labels={labels} text={textOf(failure)} />}
          {failure !== undefined && !hasFields && !isGone && (
            <Bar tone="bad" alert>
              {textOf(failure)}
            </Bar>
          )}
          {form && isAsking && (
            <FormConflicts form={form} labelOf={(field) => labels.get(field) ?? field} isPressed={pressed} />
          )}
          <FormErrorsContext value={errors}>
            <FormLabelsContext value={labels}>
              <FormLayoutContext value="stack">
                <div className={styles.fields}>{children}</div>
              </FormLayoutContext>
            </FormLabelsContext>
          </FormErrorsContext>
        </div>
        {leaving && (
          <ConfirmDialog
            open
            title={t('ui.discard.title')}
            text={t('ui.discard.text')}
            confirmLabel={t('ui.discard.confirm')}
            cancelLabel={t('ui.discard.stay')}
            onClose={() => setLeaving(false)}
            onConfirm={() => {
              setLeaving(false);
              onClose();
            }}
          />
        )}
      </DialogFrame>
    </Dialog>
  );
}

type TextOf = ReturnType<typeof useErrorText>;

/** The API's texts for the commonest errors, and the keys of their translations. */
const wordsOfApi: Readonly<Record<string, string>> = {
  Required: 'ui.required',
  'Too Short!': 'ui.tooShort',
  'Too Long!': 'ui.tooLong',
  'Invalid email': 'ui.invalidEmail',
};

/**
 * Translates a field's error from the server, which is a code or a text of the API; errors of the form itself are shown
 * as they are.
 */
function translated(
  fields: Readonly<Record<string, string>> | undefined,
  textOf: TextOf,
  t: Translate,
): Record<string, string> {
  const words = (fault: string): string =>
    /^ERR_[A-Z0-9_]+$/.test(fault)
      ? textOf(new ApiError(400, fault))
      : wordsOfApi[fault]
        ? t(wordsOfApi[fault])
        : fault;
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, fault]) => [name, words(fault)]));
}
