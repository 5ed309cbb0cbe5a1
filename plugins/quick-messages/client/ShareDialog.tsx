import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog } from '@balcao/sdk/ui';
import type { QuickMessage } from '../contract.ts';
import { PeopleChoice } from './PeopleChoice.tsx';
import { quickMessagesKey } from './useQuickMessageUpdates.ts';

const useStyles = makeStyles({ chosen: { color: tokens.colorNeutralForeground3 } });

/** Shares a quick message with at least one colleague. */
export function ShareDialog({ quickMessage, onClose }: { quickMessage: QuickMessage; onClose(): void }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(quickMessage.sharedWith.map(({ id }) => id)));

  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: quickMessagesKey });
    toasts.success(text);
    onClose();
  };
  const share = async (): Promise<void> => {
    if (chosen.size === 0) throw new ApiError(400, 'ERR_VALIDATION', { userIds: t('fault.nobody') });
    await api.post(`/quick-messages/${quickMessage.id}/share`, { userIds: JSON.stringify([...chosen]) });
    await done(t('share.done'));
  };
  const stop = async (): Promise<void> => {
    try {
      await api.delete(`/quick-messages/${quickMessage.id}/share`);
      await done(t('share.stopped'));
    } catch (error) {
      toasts.error(error);
    }
  };

  return (
    <FormDialog
      open
      width={440}
      title={t('share.title', { name: quickMessage.shortcode })}
      subtitle={t('share.subtitle')}
      submitLabel={t('share.submit')}
      aside={
        quickMessage.sharedWith.length > 0 ? (
          <Button appearance="subtle" onClick={() => void stop()}>
            {t('share.stop')}
          </Button>
        ) : chosen.size > 0 ? (
          <span className={styles.chosen}>{t('share.chosen', { count: chosen.size })}</span>
        ) : undefined
      }
      onSubmit={share}
      onClose={onClose}
    >
      <PeopleChoice name="userIds" chosen={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
