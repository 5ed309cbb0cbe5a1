import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowClockwise20Regular,
  ArrowLeft20Regular,
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  Checkmark20Regular,
  Dismiss20Regular,
  PanelRight20Filled,
  PanelRight20Regular,
  Search20Regular,
} from '@fluentui/react-icons';
import { memo } from 'react';
import { mediaUrl, Slot, useSession, useT, useViewport } from '@balcao/sdk/client';
import { Avatar, Dot, LazyTooltip, ext, IconButton, StatusPill } from '@balcao/sdk/ui';
import { shorten } from '@balcao/sdk/chat';
import { headerActionPoint } from '../parts.ts';
import type { HeaderProps } from './header-props.ts';
import { HeaderMenu } from './HeaderMenu.tsx';
import { Viewers } from './Viewers.tsx';

/** Maximum number of characters of a contact's name here; the tooltip has the whole name. */
export const headerNameLength = 25;

const useStyles = makeStyles({
  header: {
    containerType: 'inline-size',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '55px',
    padding: '0 12px 0 16px',
    '@media (max-width: 599px)': { padding: '0 8px 0 12px', gap: '10px' },
  },
  back: { marginLeft: '-8px', marginRight: '-6px' },
  names: { flexGrow: 1, minWidth: 0 },
  name: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'default',
  },
  // One line high: an item without room wraps to a second, hidden line instead of shrinking to a dot.
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    height: tokens.lineHeightBase200,
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    '& > * + *::before': { content: '"·"', marginInline: '5px' },
  },
  square: { marginRight: '6px' },
  part: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    minWidth: 0,
    maxWidth: 'max-content',
    // All items get the width of their text before the last one gets more.
    flexGrow: 1000,
    flexBasis: '72px',
  },
  last: { flexGrow: 1, flexBasis: '72px' },
  fixed: { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  running: {
    display: 'inline-block',
    width: '6px',
    height: '6px',
    marginRight: '6px',
    borderRadius: '50%',
    verticalAlign: '1px',
    backgroundColor: ext.presence,
  },
  title: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  // One line high, like the line below: the number is cut before the name.
  called: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '8px',
    height: tokens.lineHeightBase400,
    minWidth: 0,
    overflow: 'hidden',
  },
  number: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase400,
    fontVariantNumeric: 'tabular-nums',
  },
  /** The connection is hidden first when the line gets short. */
  middling: { '@container (max-width: 440px)': { display: 'none' } },
  actions: { display: 'flex', alignItems: 'center', gap: '2px', flexShrink: 0 },
  on: { color: tokens.colorBrandForeground1 },
  primary: { marginLeft: '8px', '@media (max-width: 599px)': { minWidth: '40px', height: '40px', marginLeft: '4px' } },
});

/** A status other than open is shown beside the name; open in the line below it. */
const tones = { pending: 'warn', closed: 'neutral' } as const;

/** The contact, queue, attendant and actions of a conversation. */
export const Header = memo(function Header(props: HeaderProps) {
  const { ticket, viewers, actions, dialogs, isPanelOpen, onTogglePanel, onBack, onClose } = props;
  const { isSearching, onSearch } = props;
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  const { user } = useSession();
  const { contact, status } = ticket;
  const owner =
    ticket.user && t(ticket.user.id === user.id ? 'chat.ownerMe' : 'chat.owner', { user: ticket.user.name });
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        {onBack && (
          <IconButton
            className={styles.back}
            icon={<ArrowLeft20Regular />}
            label={t('chat.back')}
            shortcut="Escape"
            onClick={onBack}
          />
        )}
        <Avatar
          name={contact.name}
          picture={contact.profilePicUrl && mediaUrl(contact.profilePicUrl)}
          square={ticket.isGroup}
          channel={ticket.channel}
          size={36}
          decorative
        />
        <div className={styles.names}>
          <div className={styles.title}>
            <div className={styles.called}>
              <LazyTooltip relationship="inaccessible" content={contact.name}>
                <h2 className={styles.name}>{shorten(contact.name, headerNameLength)}</h2>
              </LazyTooltip>
              <span className={styles.number}>{t('chat.number', { id: ticket.id })}</span>
            </div>
            {status !== 'open' && <StatusPill tone={tones[status]}>{t(`status.${status}`)}</StatusPill>}
          </div>
          <div className={styles.meta}>
            {status === 'open' && (
              <span className={styles.fixed}>
                <span className={styles.running} aria-hidden="true" />
                {t('thread.running')}
              </span>
            )}
            {ticket.queue && (
              <span className={styles.part} title={ticket.queue.name}>
                <Dot color={ticket.queue.color} square className={styles.square} />
                {ticket.queue.name}
              </span>
            )}
            {owner && (
              <span className={styles.part} title={owner}>
                {owner}
              </span>
            )}
            <span className={mergeClasses(styles.part, styles.last, styles.middling)} title={ticket.whatsapp.name}>
              {ticket.whatsapp.name}
            </span>
          </div>
        </div>
        {viewers.length > 0 && <Viewers viewers={viewers} />}
        <div className={styles.actions}>
          <Slot point={headerActionPoint} props={{ ticket }} inline />
          {!touch && (
            <>
              <IconButton
                icon={<Search20Regular />}
                label={t('search.open')}
                shortcut="mod+shift+f"
                aria-pressed={isSearching}
                className={mergeClasses(isSearching && styles.on)}
                onClick={onSearch}
              />
              {status !== 'closed' && (
                <IconButton
                  icon={<ArrowSwap20Regular />}
                  label={t('action.transfer')}
                  shortcut="t"
                  onClick={() => dialogs.open({ kind: 'transfer', ticket })}
                />
              )}
              {status === 'open' && (
                <IconButton
                  icon={<ArrowUndo20Regular />}
                  label={t('action.return')}
                  onClick={() => void actions.returnTicket(ticket)}
                />
              )}
            </>
          )}
          <HeaderMenu {...props} />
          {!touch && (
            <IconButton
              icon={isPanelOpen ? <PanelRight20Filled className={styles.on} /> : <PanelRight20Regular />}
              label={isPanelOpen ? t('contact.hide') : t('contact.show')}
              aria-expanded={isPanelOpen}
              onClick={onTogglePanel}
            />
          )}
          <Primary {...props} />
          {onClose && <IconButton icon={<Dismiss20Regular />} label={t('shortcut.close')} onClick={onClose} />}
        </div>
      </div>
    </header>
  );
});

/** The main action. Waiting and closed conversations have it in place of the composer. */
function Primary({ ticket, dialogs, actions }: HeaderProps) {
  const styles = useStyles();
  const t = useT();
  const { touch } = useViewport();
  if (ticket.status === 'pending') return null;
  const isOpen = ticket.status === 'open';
  const label = t(isOpen ? 'action.resolve' : 'action.reopen');
  const icon = isOpen ? <Checkmark20Regular /> : <ArrowClockwise20Regular />;
  const run = () => (isOpen ? dialogs.resolve(ticket) : void actions.reopen(ticket));
  return touch ? (
    <IconButton
      className={styles.primary}
      appearance={isOpen ? 'primary' : 'outline'}
      icon={icon}
      label={label}
      onClick={run}
    />
  ) : isOpen ? (
    <Button className={styles.primary} appearance="primary" icon={icon} onClick={run} aria-keyshortcuts="e">
      {label}
    </Button>
  ) : null;
}
