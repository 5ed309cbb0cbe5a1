import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { endSession } from '../session/useSessionActions.ts';

export interface Question {
  kind: 'disconnect' | 'delete';
  connection: ConnectionRow;
}

export interface QuestionsProps {
  question: Question;
  onDone(): Promise<void>;
  onClose(): void;
}

/** Asks before what cannot be undone from here: a pairing that ends, a connection that goes. */
export function Questions({ question, onDone, onClose }: QuestionsProps) {
  const t = useT();
  const toasts = useToasts();
  const { kind, connection } = question;
  const confirm = async (): Promise<void> => {
    await (kind === 'delete' ? api.delete(`/whatsapp/${connection.id}`) : endSession(connection));
    toasts.success(t(`${kind}.done`));
    await onDone();
  };
  const needsPhone = kind === 'disconnect' && connection.capabilities.qr;
  return (
    <ConfirmDialog
      open
      title={t(`${kind}.title`, { name: connection.name })}
      text={t(needsPhone ? 'disconnect.textWithCode' : `${kind}.text`)}
      confirmLabel={t(`${kind}.confirm`)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
