import { useState } from 'react';
import { Checkbox, makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog } from '@balcao/sdk/ui';

const useStyles = makeStyles({ text: { display: 'grid', gap: '8px' } });

export interface DisconnectDialogProps {
  email: string;
  onDone(): Promise<unknown>;
  onClose(): void;
}

/** Asks before a calendar is disconnected, and what becomes of what came from it. */
export function DisconnectDialog({ email, onDone, onClose }: DisconnectDialogProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [removes, setRemoves] = useState(false);
  return (
    <ConfirmDialog
      open
      title={t('disconnect.title', { email })}
      text={
        <div className={styles.text}>
          <span>{t('disconnect.text')}</span>
          <Checkbox
            label={t('disconnect.remove')}
            checked={removes}
            onChange={(_, { checked }) => setRemoves(checked === true)}
          />
        </div>
      }
      confirmLabel={t('disconnect.label')}
      onClose={onClose}
      onConfirm={async () => {
        await api.post('/google/disconnect', { removeEntries: removes });
        toasts.success(t('disconnect.done'));
        onClose();
        await onDone();
        await queries.invalidateQueries({ queryKey: ['agenda'] });
      }}
    />
  );
}
