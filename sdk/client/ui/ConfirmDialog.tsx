import { useRef, useState, type ReactNode } from 'react';
import { Button, Dialog, Spinner } from '@fluentui/react-components';
import { useErrorText, useT } from '../index.ts';
import { useButtonStyles } from './button-styles.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { Bar } from './states.tsx';
import { useOnChange } from './use-on-change.ts';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The consequence, and that it cannot be undone. */
  text: ReactNode;
  confirmLabel: string;
  /** Replaces Cancelar where that word would be ambiguous. */
  cancelLabel?: string;
  onConfirm(): Promise<void> | void;
  onClose(): void;
  /** Shows the verb in red; true if absent, because a step that can be undone needs no question. */
  danger?: boolean;
}

/** A question before a step that cannot be undone. If the step fails, the dialog stays open and shows the reason. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, cancelLabel, onConfirm, onClose, danger = true } = props;
  const t = useT('shell');
  const textOf = useErrorText();
  const buttons = useButtonStyles();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  useOnChange(open, () => {
    if (open) setFailure(undefined);
  });

  const confirm = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <Dialog
      modalType="alert"
      open={open}
      onOpenChange={(_, data) => {
        if (!data.open && !sending.current) onClose();
      }}
    >
      <DialogFrame
        title={title}
        width={440}
        small
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose} disabled={busy}>
              {cancelLabel ?? t('ui.cancel')}
            </Button>
            <Button
              appearance="primary"
              disabledFocusable={busy}
              {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
              {...(danger ? { className: buttons.danger } : {})}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </>
        }
      >
        {failure !== undefined && (
          <Bar tone="bad" alert>
            {textOf(failure)}
          </Bar>
        )}
        {text}
      </DialogFrame>
    </Dialog>
  );
}
