import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  Checkmark16Filled,
  Clock12Regular,
  ErrorCircle16Regular,
  MoreHorizontal20Regular,
} from '@fluentui/react-icons';
import { memo } from 'react';
import type { MouseEvent } from 'react';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar, Count, RelativeTime, edge, ext } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { useIsTyping } from '../data/typing.ts';
import { isWaitingLong, waitingSince } from '../model/waiting.ts';
import { RowMarks } from './RowMarks.tsx';
import { RowPreview } from './RowPreview.tsx';
import { RowTags } from './RowTags.tsx';

const useStyles = makeStyles({
  row: {
    position: 'absolute',
    left: '8px',
    right: '8px',
    top: 0,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: '8px 8px 8px 14px',
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color',
    transitionDuration: tokens.durationFaster,
    '--rowGround': tokens.colorNeutralBackground1,
    ':hover': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
      '--rowGround': tokens.colorNeutralBackground1Hover,
      '& [data-accept]': { display: 'inline-flex' },
      '& [data-count]': { display: 'none' },
      '& [data-more]': { display: 'inline-flex' },
    },
    '@media (hover: hover)': { ':hover [data-accept]': { marginRight: '28px' } },
  },
  // Rows have no accept button in selection mode.
  selecting: { '& [data-accept]': { display: 'none !important' }, '& [data-count]': { display: 'inline !important' } },
  current: {
    backgroundColor: ext.selected,
    '--rowGround': ext.selected,
    ':hover': { backgroundColor: ext.selectedHover, '--rowGround': ext.selectedHover },
  },
  active: {
    '& [data-accept]': { display: 'inline-flex' },
    '& [data-count]': { display: 'none' },
  },
  chosen: {
    backgroundColor: ext.selected,
    '--rowGround': ext.selected,
    ':hover': { backgroundColor: ext.selectedHover, '--rowGround': ext.selectedHover },
  },
  face: {
    position: 'relative',
    display: 'inline-flex',
    flexShrink: 0,
    '@media (hover: hover)': { ':hover [data-choose]': { opacity: 1 } },
  },
  // Over the whole picture, as a large target.
  choose: {
    position: 'absolute',
    inset: '-4px',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: 'var(--rowGround)',
    opacity: 0,
  },
  seen: { opacity: 1 },
  box: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '20px',
    height: '20px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForegroundOnBrand,
  },
  boxOn: {
    border: `1px solid ${tokens.colorCompoundBrandBackground}`,
    backgroundColor: tokens.colorCompoundBrandBackground,
  },
  more: {
    display: 'none',
    position: 'absolute',
    right: '6px',
    bottom: '6px',
    alignItems: 'center',
    justifyContent: 'center',
    width: '28px',
    height: '20px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'var(--rowGround)',
    // The fade does not cover the count above it.
    boxShadow: '-6px 0 4px -2px var(--rowGround)',
    color: tokens.colorNeutralForeground2,
    ':hover': { color: tokens.colorBrandForeground1 },
    '@media (hover: none)': { display: 'none !important' },
  },
  // Beside the button, at its height.
  moreBeside: { bottom: '14px', boxShadow: 'none' },
  gone: {
    opacity: 0.4,
    cursor: 'default',
    '& [data-accept], & [data-more], & [data-choose]': { display: 'none !important' },
  },
  ring: { boxShadow: `inset 0 0 0 2px ${tokens.colorStrokeFocus2}` },
  mark: {
    position: 'absolute',
    left: '3px',
    top: 'calc(50% - 16px)',
    width: '3px',
    height: '32px',
    borderRadius: '2px',
    boxShadow: edge,
  },
  lines: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  line: { display: 'flex', alignItems: 'center', gap: '8px', height: '20px', minWidth: 0, position: 'relative' },
  name: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 460,
  },
  nameUnread: { fontWeight: 640 },
  time: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  timeUnread: { color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  timeLong: { color: ext.warn, fontWeight: tokens.fontWeightSemibold },
  unsent: { flexShrink: 0, color: ext.bad },
  tags: { minWidth: 0 },
  // On a touch screen the button is always visible.
  besideAccept: { '@media (hover: none)': { paddingRight: '92px', overflow: 'hidden' } },
  accept: {
    display: 'none',
    alignItems: 'center',
    flexShrink: 0,
    height: '28px',
    marginBlock: '-4px',
    paddingInline: '10px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightMedium,
    transform: 'translateY(10px)',
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
    // Touch screens have no hover: the button is always visible.
    '@media (hover: none)': { display: 'inline-flex', height: '36px', paddingInline: '14px' },
  },
});

export interface TicketRowProps {
  ticket: TicketView;
  /** Element id, for `aria-activedescendant`. */
  id: string;
  top: number;
  height: number;
  position: number;
  total: number;
  /** It is the open conversation. */
  isCurrent: boolean;
  /** Keys act on it. */
  isActive: boolean;
  hasFocus: boolean;
  /** Selection mode is on. */
  isSelecting: boolean;
  isChosen: boolean;
  /** It left the list while the pointer is over the list: it keeps its position, without actions. */
  isGone: boolean;
  /** Opens or selects it, depending on the modifier keys. */
  onPress(ticket: TicketView, event: MouseEvent): void;
  onChoose(ticket: TicketView, event: MouseEvent): void;
  onMore(ticket: TicketView, at: Element): void;
  onAccept(ticket: TicketView): void;
  onApproach(ticket: TicketView): void;
}

function Row(props: TicketRowProps) {
  const { ticket, isCurrent, isActive, hasFocus, isSelecting, isChosen, isGone } = props;
  const styles = useStyles();
  const t = useT();
  const isTyping = useIsTyping(ticket.id);
  const isUnread = ticket.unreadMessages > 0;
  const isPending = ticket.status === 'pending';
  const since = isPending ? waitingSince(ticket) : ticket.updatedAt;
  const waits = isPending && ticket.waitingSince !== null;
  const isLong = waits && isWaitingLong(since);
  return (
    // The listbox around it handles the keys, and sets the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={props.id}
      role="option"
      aria-selected={isSelecting ? isChosen : isCurrent}
      {...(isCurrent ? { 'aria-current': true } : {})}
      aria-posinset={props.position}
      aria-setsize={props.total}
      {...(isPending ? { 'aria-keyshortcuts': 'a' } : {})}
      data-ticket={ticket.uuid}
      className={mergeClasses(
        styles.row,
        isCurrent && !isSelecting && styles.current,
        isChosen && styles.chosen,
        isSelecting && styles.selecting,
        isActive && hasFocus && styles.active,
        isActive && hasFocus && styles.ring,
        isGone && styles.gone,
      )}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
      {...(isGone ? { 'aria-disabled': true } : {})}
      onClick={(event) => !isGone && props.onPress(ticket, event)}
      onPointerEnter={() => props.onApproach(ticket)}
    >
      {ticket.queue && (
        <span
          className={styles.mark}
          style={{ backgroundColor: ticket.queue.color }}
          role="img"
          aria-label={t('row.queue', { queue: ticket.queue.name })}
          title={ticket.queue.name}
        />
      )}
      <span className={styles.face}>
        <Avatar
          name={ticket.contact.name}
          picture={ticket.contact.profilePicUrl && mediaUrl(ticket.contact.profilePicUrl)}
          square={ticket.isGroup}
          channel={ticket.channel}
          ring="var(--rowGround)"
          decorative
        />
        {/* Like the following, for the pointer only: the keyboard has `x`, and an option must not contain controls. */}
        <span
          className={mergeClasses(styles.choose, isSelecting && styles.seen)}
          data-choose
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            props.onChoose(ticket, event);
          }}
        >
          <span className={mergeClasses(styles.box, isChosen && styles.boxOn)}>
            {isChosen && <Checkmark16Filled />}
          </span>
        </span>
      </span>
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={mergeClasses(styles.name, isUnread && styles.nameUnread)} title={ticket.contact.name}>
            {ticket.contact.name}
          </span>
          <RowMarks ticketId={ticket.id} />
          <span
            className={mergeClasses(
              styles.time,
              isUnread && !isPending && styles.timeUnread,
              isLong && styles.timeLong,
            )}
          >
            {waits && <Clock12Regular aria-label={t('row.waiting')} />}
            <RelativeTime date={since} elapsed={waits} />
          </span>
        </span>
        <span className={styles.line}>
          <RowPreview ticket={ticket} isTyping={isTyping} isCurrent={isCurrent} />
          {ticket.unsentMessages > 0 && ticket.lastMessageAck !== -1 && (
            <ErrorCircle16Regular
              className={styles.unsent}
              aria-label={t('row.unsent', { count: ticket.unsentMessages })}
              title={t('row.unsent', { count: ticket.unsentMessages })}
            />
          )}
          {isUnread && (
            <span {...(isPending ? { 'data-count': true } : {})}>
              <Count value={ticket.unreadMessages} unread label={t('row.unread', { count: ticket.unreadMessages })} />
            </span>
          )}
          {isPending && (
            <span
              className={styles.accept}
              data-accept
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                props.onAccept(ticket);
              }}
            >
              {t('action.accept')}
            </span>
          )}
        </span>
        <span className={mergeClasses(styles.tags, isPending && !isSelecting && styles.besideAccept)}>
          <RowTags ticket={ticket} />
        </span>
      </span>
      <span
        className={mergeClasses(styles.more, isPending && !isSelecting && styles.moreBeside)}
        data-more
        aria-hidden="true"
        title={t('action.more')}
        onClick={(event) => {
          event.stopPropagation();
          props.onMore(ticket, event.currentTarget);
        }}
      >
        <MoreHorizontal20Regular />
      </span>
    </div>
  );
}

export const TicketRow = memo(Row);
