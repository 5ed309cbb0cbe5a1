import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  Dismiss20Regular,
  MailRead20Regular,
  MailUnread20Regular,
  MoreHorizontal20Regular,
  SelectAllOn20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import {
  Contributed,
  PartBoundary,
  usePoint,
  useSession,
  useShortcut,
  useT,
  useToasts,
  useViewport,
} from '@balcao/sdk/client';
import { ext, VisuallyHidden, IconButton } from '@balcao/sdk/ui';
import type { TicketView } from '../../../contract.ts';
import { HandOverDialog } from '../../dialogs/hand-over.ts';
import { ResolveDialog } from '../../dialogs/ResolveDialog.tsx';
import { useResolveQuestions } from '../../dialogs/ticket-dialogs.ts';
import { listBulkPoint } from '../../parts.ts';
import { BulkButton } from './BulkButton.tsx';
import { useBulkActions } from './useBulkActions.ts';
import type { ListSelection } from './useSelection.ts';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    backgroundColor: ext.selected,
  },
  line: { display: 'flex', alignItems: 'center', gap: '2px', height: '48px', padding: '0 8px' },
  // In the place of the search.
  steps: { display: 'flex', gap: '8px', padding: '0 12px 8px' },
  step: { minWidth: 0, flexGrow: 1, paddingInline: '8px' },
  count: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingLeft: '4px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
});

export interface SelectionBarProps {
  selection: ListSelection;
  /** Rows that are loaded, chosen or not. */
  loaded: number;
  onMenu(ticket: TicketView): void;
}

/** What can be done with the rows that are chosen, in the place of the tabs: nothing below it moves. */
export function SelectionBar({ selection, loaded, onMenu }: SelectionBarProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { touch } = useViewport();
  const { user } = useSession();
  const contributed = usePoint(listBulkPoint);
  const questions = useResolveQuestions();
  const { progress, accept, resolve, reopen, transfer, read, unread } = useBulkActions();
  const [dialog, setDialog] = useState<'resolve' | 'transfer' | `${string}/${string}`>();
  const { tickets, keep, clear } = selection;
  const count = tickets.length;
  const isClosed = tickets.every(({ status }) => status === 'closed');
  const waits = tickets.some(({ status }) => status === 'pending');
  const isUnread = tickets.some(({ unreadMessages }) => unreadMessages > 0);
  const [only] = tickets;

  const done = async (work: Promise<number[]>): Promise<void> => {
    try {
      keep(await work);
    } catch (error) {
      toasts.error(error);
    }
  };
  const close = (): void => {
    if (questions.removeFromQueue || questions.closeMessage) setDialog('resolve');
    else void done(resolve(tickets, {}));
  };
  const take = (): void => void done(accept(tickets));
  useShortcut('Escape', clear, { when: () => dialog === undefined });
  useShortcut('e', close, { when: () => !isClosed && dialog === undefined });
  useShortcut('a', take, { when: () => waits && dialog === undefined });
  useShortcut('t', () => setDialog('transfer'), { when: () => !isClosed && dialog === undefined });
  useShortcut('mod+a', selection.all, { when: () => dialog === undefined && !isInField() });

  const isBusy = progress !== undefined;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bulk.bar')}>
      <div className={styles.line}>
        <IconButton icon={<Dismiss20Regular />} label={t('bulk.clear')} shortcut="Escape" onClick={clear} />
        <span className={styles.count} aria-hidden="true">
          {progress ? t('bulk.working', progress) : t('bulk.chosen', { count })}
        </span>
        <VisuallyHidden live="polite">{t('bulk.chosen', { count })}</VisuallyHidden>
        {isUnread ? (
          <IconButton
            icon={<MailRead20Regular />}
            label={t('action.markAllRead')}
            disabledFocusable={isBusy}
            onClick={() => void done(read(tickets))}
          />
        ) : (
          !isClosed && (
            <IconButton
              icon={<MailUnread20Regular />}
              label={t('action.markUnread')}
              disabledFocusable={isBusy}
              onClick={() => void done(unread(tickets))}
            />
          )
        )}
        {contributed.map((item) => {
          const name = `${item.plugin}/${item.id}` as const;
          return (
            <Contributed key={name} item={item} inline>
              <BulkButton
                item={item}
                tickets={tickets}
                isOpen={dialog === name}
                onOpen={() => setDialog(name)}
                onClose={(isDone) => {
                  setDialog(undefined);
                  if (isDone) clear();
                }}
              />
            </Contributed>
          );
        })}
        {touch && only && count === 1 ? (
          <IconButton icon={<MoreHorizontal20Regular />} label={t('action.more')} onClick={() => onMenu(only)} />
        ) : (
          count < loaded && (
            <IconButton
              icon={<SelectAllOn20Regular />}
              label={t('bulk.all')}
              shortcut="mod+a"
              onClick={selection.all}
            />
          )
        )}
      </div>
      <div className={styles.steps}>
        {isClosed ? (
          <Button
            appearance="primary"
            icon={<ArrowClockwise20Regular />}
            disabledFocusable={isBusy}
            onClick={() => void done(reopen(tickets, user.id))}
          >
            {t('action.reopen')}
          </Button>
        ) : (
          <>
            {waits && (
              <Button
                className={styles.step}
                appearance="primary"
                disabledFocusable={isBusy}
                aria-keyshortcuts="a"
                onClick={take}
              >
                {t('action.accept')}
              </Button>
            )}
            <Button
              className={styles.step}
              disabledFocusable={isBusy}
              aria-keyshortcuts="t"
              onClick={() => setDialog('transfer')}
            >
              {t('action.transfer')}
            </Button>
            <Button
              className={styles.step}
              appearance={waits ? 'secondary' : 'primary'}
              disabledFocusable={isBusy}
              onClick={close}
            >
              {t('action.resolve')}
            </Button>
          </>
        )}
      </div>
      {dialog === 'resolve' && (
        <ResolveDialog
          text={t('bulk.resolveText', { count })}
          onClose={() => setDialog(undefined)}
          onResolve={async (answers) => keep(await resolve(tickets, answers))}
        />
      )}
      {dialog === 'transfer' && (
        <PartBoundary>
          <HandOverDialog
            text={t('bulk.transferText', { count })}
            onClose={() => setDialog(undefined)}
            onHandOver={async (to) => keep(await transfer(tickets, to))}
          />
        </PartBoundary>
      )}
    </div>
  );
}

/** There, the keys that choose all rows choose all words. */
const isInField = (): boolean => {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
};
