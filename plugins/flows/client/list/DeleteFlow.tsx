import { api, useT } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';
import type { FlowRow } from '../../graph/wire.ts';

interface DeleteFlowProps {
  flow: FlowRow;
  onDone(): void;
  onClose(): void;
}

/** Asks before a flow is deleted, and says what starts it and whom it is serving. */
export function DeleteFlow({ flow, onDone, onClose }: DeleteFlowProps) {
  const t = useT();
  const { title, usedBy, running } = flow;
  return (
    <ConfirmDialog
      open
      danger
      title={t('remove.title', { name: title })}
      text={
        <>
          <span>{t('remove.text')}</span>
          {usedBy.length > 0 && (
            <>
              <br />
              {t('remove.usedBy', { names: usedBy.join(', ') })}
            </>
          )}
          {running > 0 && (
            <>
              <br />
              {t('remove.running', { count: running })}
            </>
          )}
        </>
      }
      confirmLabel={t('remove.verb')}
      onConfirm={async () => {
        await api.delete(`/flow/${flow.id}`);
        onDone();
      }}
      onClose={onClose}
    />
  );
}
