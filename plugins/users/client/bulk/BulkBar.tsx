import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Contributed, translate, usePoint, useT, useToasts } from '@balcao/sdk/client';
import { ConfirmDialog, ext } from '@balcao/sdk/ui';
import { bulkActions } from '../parts.ts';
import type { User } from '../user.ts';
import { BulkResult, type BulkOutcome } from './BulkResult.tsx';
import { sendInParts } from './send-in-parts.ts';

export interface BulkBarProps {
  users: readonly User[];
  /** Number of people in the list who can be ticked. */
  all: number;
  onAll(): void;
  onClear(): void;
  onChanged(): Promise<void>;
}

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    padding: '6px 8px 6px 12px',
    marginBottom: '8px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.selected,
  },
  text: { flexGrow: 1, fontVariantNumeric: 'tabular-nums' },
});

/** Bulk actions on the ticked people. */
export function BulkBar({ users, all, onAll, onClear, onChanged }: BulkBarProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const added = usePoint(bulkActions);
  const [asked, setAsked] = useState<'remove' | 'invite'>();
  const [opened, setOpened] = useState<string>();
  const [outcome, setOutcome] = useState<{ outcome: BulkOutcome; names: ReadonlyMap<number, string> }>();
  const invited = users.filter(({ invitedUntil }) => invitedUntil);
  const part = added.find((item) => `${item.plugin}/${item.id}` === opened);

  const act = async (action: 'remove' | 'invite', whom: readonly User[]): Promise<void> => {
    const answer = await sendInParts(
      action,
      whom.map(({ id }) => id),
    );
    const names = new Map(whom.map(({ id, name }) => [id, name]));
    if (answer.refused.length > 0 || answer.links.length > 0) setOutcome({ outcome: answer, names });
    else onClear();
    if (answer.done.length > 0) toasts.success(t(`bulk.${action}.done`, { count: answer.done.length }));
    setAsked(undefined);
    await onChanged();
  };

  return (
    <>
      {users.length > 0 && (
        <div role="status" className={styles.bar}>
          <span className={styles.text}>{t('bulk.count', { count: users.length })}</span>
          {users.length < all && (
            <Button size="small" appearance="subtle" onClick={onAll}>
              {t('bulk.all', { count: all })}
            </Button>
          )}
          <Button size="small" appearance="subtle" onClick={onClear}>
            {t('bulk.clear')}
          </Button>
          {added.map((item) => (
            <Button
              key={`${item.plugin}/${item.id}`}
              size="small"
              onClick={() => setOpened(`${item.plugin}/${item.id}`)}
            >
              {translate(item.plugin, item.label)}
            </Button>
          ))}
          {invited.length > 0 && (
            <Button size="small" onClick={() => setAsked('invite')}>
              {t('bulk.invite.button')}
            </Button>
          )}
          <Button size="small" onClick={() => setAsked('remove')}>
            {t('bulk.remove.button')}
          </Button>
        </div>
      )}
      {part && (
        <Contributed item={part}>
          <part.component
            users={users}
            onDone={async () => {
              onClear();
              await onChanged();
            }}
            onClose={() => setOpened(undefined)}
          />
        </Contributed>
      )}
      {asked === 'invite' && (
        <ConfirmDialog
          open
          danger={false}
          title={t('bulk.invite.title', { count: invited.length })}
          text={t('bulk.invite.text', { names: invited.map(({ name }) => name).join(', ') })}
          confirmLabel={t('bulk.invite.confirm')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => act('invite', invited)}
        />
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          open
          title={t('bulk.remove.title', { count: users.length })}
          text={t('bulk.remove.text', { names: users.map(({ name }) => name).join(', ') })}
          confirmLabel={t('bulk.remove.confirm', { count: users.length })}
          onClose={() => setAsked(undefined)}
          onConfirm={() => act('remove', users)}
        />
      )}
      {outcome && (
        <BulkResult
          {...outcome}
          onClose={() => {
            setOutcome(undefined);
            onClear();
          }}
        />
      )}
    </>
  );
}
