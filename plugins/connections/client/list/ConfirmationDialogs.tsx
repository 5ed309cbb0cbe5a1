import { useQuery } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { useConnections } from '../useConnections.ts';
import { endSession } from '../session/useSessionActions.ts';

export interface Question {
  kind: 'disconnect' | 'delete';
  connection: ConnectionRow;
}

export interface ConfirmationDialogsProps {
  question: Question;
  onDone(): Promise<void>;
  onClose(): void;
}

/** Asks for confirmation of irreversible actions: ending a session, deleting a connection. */
export function ConfirmationDialogs({ question, onDone, onClose }: ConfirmationDialogsProps) {
  const t = useT();
  const toasts = useToasts();
  const { kind, connection } = question;
  const confirm = async (): Promise<void> => {
    await (kind === 'delete' ? api.delete(`/whatsapp/${connection.id}`) : endSession(connection));
    toasts.success(t(`${kind}.done`));
    await onDone();
  };
  const { connections = [] } = useConnections();
  const isOnly = connections.length === 1;
  const what = kind === 'delete' && (isOnly ? 'delete.only' : connection.isDefault ? 'delete.default' : undefined);
  // Fetched for each question: dependents of a connection change often.
  const { data: hanging } = useQuery({
    queryKey: ['connections', 'dependents', connection.id],
    queryFn: ({ signal }) => api.get<{ dependents: string[] }>(`/whatsapp/${connection.id}/dependents`, {}, { signal }),
    enabled: kind === 'delete',
    staleTime: 0,
    gcTime: 0,
  });
  const needsPhone = kind === 'disconnect' && connection.capabilities.qr;
  return (
    <ConfirmDialog
      open
      title={t(`${kind}.title`, { name: connection.name })}
      text={
        <>
          {[what && t(what), t(needsPhone ? 'disconnect.textWithCode' : `${kind}.text`)].filter(Boolean).join(' ')}
          <span role="status">{hanging?.dependents.map((sentence) => ` ${sentence}`)}</span>
        </>
      }
      confirmLabel={t(`${kind}.confirm`)}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
