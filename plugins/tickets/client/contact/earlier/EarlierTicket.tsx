import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosed12Regular } from '@fluentui/react-icons';
import { Link } from 'react-router-dom';
import { useFormat, useT } from '@balcao/sdk/client';
import { Dot, StatusPill } from '@balcao/sdk/ui';
import type { Tone } from '@balcao/sdk/ui';
import type { TicketStatus } from '../../../contract.ts';
import { plainText, shorten } from '@balcao/sdk/chat';
import { pathOf, useViewScope } from '../../view/page-scope.ts';

export interface EarlierRow {
  id: number;
  uuid: string;
  status: TicketStatus;
  queue: { id: number; name: string; color: string } | null;
  user: { id: number; name: string } | null;
  connection: string | null;
  createdAt: string;
  closedAt: string | null;
  lastMessage: string;
  mayOpen: boolean;
}

const tones: Record<TicketStatus, Tone> = { open: 'ok', pending: 'warn', closed: 'neutral' };

const useStyles = makeStyles({
  row: {
    display: 'block',
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusLarge,
    color: 'inherit',
    textDecorationLine: 'none',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  open: {
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '20px' },
  dates: { flexGrow: 1, minWidth: 0, fontSize: tokens.fontSizeBase300, fontVariantNumeric: 'tabular-nums' },
  facts: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
  },
  part: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  message: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
});

/** One earlier conversation, with a link for those who may open it. */
export function EarlierTicket({ row }: { row: EarlierRow }) {
  const styles = useStyles();
  const t = useT();
  const format = useFormat();
  const scope = useViewScope();
  const from = format.date(row.createdAt);
  const to = row.closedAt && format.date(row.closedAt);
  const facts = [row.queue?.name ?? t('log.noQueue'), row.user?.name, t('chat.number', { id: row.id })].filter(Boolean);
  const inner = (
    <>
      <span className={styles.head}>
        <span className={styles.dates}>{to && to !== from ? t('earlier.dates', { from, to }) : from}</span>
        <StatusPill tone={tones[row.status]}>{t(`status.${row.status}`)}</StatusPill>
      </span>
      <span className={styles.facts}>
        {row.queue && <Dot color={row.queue.color} square />}
        <span className={styles.part} title={facts.join(' · ')}>
          {facts.join(' · ')}
        </span>
      </span>
      <span className={styles.message}>
        {!row.mayOpen && <LockClosed12Regular aria-hidden="true" />}
        <span className={styles.part}>
          {row.mayOpen ? shorten(plainText(row.lastMessage), 80) || t('row.noMessage') : t('earlier.closedToYou')}
        </span>
      </span>
    </>
  );
  return (
    <li>
      {row.mayOpen ? (
        <Link
          className={mergeClasses(styles.row, styles.open)}
          to={pathOf(row)}
          onClick={(event) => {
            // The browser handles new tabs and windows.
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            scope.open(row);
          }}
        >
          {inner}
        </Link>
      ) : (
        <div className={styles.row}>{inner}</div>
      )}
    </li>
  );
}
