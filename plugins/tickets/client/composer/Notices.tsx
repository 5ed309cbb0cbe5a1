import { makeStyles, tokens } from '@fluentui/react-components';
import { Clock16Regular, Person16Regular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormat, useSession, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import type { KnownWindow } from './useReplyWindow.ts';

/** Milliseconds before the end of a window from which the notice is shown on channels that do not always show it. */
const nearEnd = 4 * 3_600_000;
/** The same before automations may no longer write, and people still may. */
const nearHandOver = 2 * 3_600_000;
const minute = 60_000;

const useStyles = makeStyles({
  notice: {
    display: 'flex',
    gap: '8px',
    width: '100%',
    maxWidth: '976px',
    marginInline: 'auto',
    padding: '0 18px 6px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    textWrap: 'pretty',
    '@media (max-width: 599px)': { padding: '0 12px 6px' },
  },
  icon: { flexShrink: 0 },
  near: { flexShrink: 0, color: ext.warn },
});

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.notice} role="note">
      {icon}
      <span>{children}</span>
    </div>
  );
}

/** Until when this conversation may be answered: always shown where people have longer, and on Facebook; elsewhere near the end. */
export function WindowNotice({ ticket, window }: { ticket: TicketView; window: KnownWindow | undefined }) {
  const styles = useStyles();
  const t = useT();
  const { clock, date, dateTime } = useFormat();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  const isFacebook = ticket.channel === 'facebook';
  // A closed window is shown in place of the composer.
  if (window ? window.isClosed : !isFacebook) return null;
  const { closesAt, automaticUntil, isPeoples = false, hours = 24 } = window ?? {};
  const isBefore = (end: Date | undefined, ms: number): boolean => end !== undefined && end.getTime() - now < ms;
  const moment = (end: Date): string => (date(end) === date(now) ? clock(end) : dateTime(end));
  const isNear = isPeoples || (automaticUntil ? isBefore(automaticUntil, nearHandOver) : isBefore(closesAt, nearEnd));
  if (!isFacebook && !isNear && !automaticUntil) return null;
  const words = (): string => {
    if (!closesAt) return '';
    if (automaticUntil && closesAt.getTime() - automaticUntil.getTime() > minute)
      return t('window.then', { when: moment(automaticUntil), until: moment(closesAt) });
    return t(isPeoples ? 'window.people' : 'window.until', { when: moment(closesAt) });
  };
  const isPlainFacebook = isFacebook && !isPeoples && !automaticUntil;
  return (
    <Notice icon={<Clock16Regular className={isNear ? styles.near : styles.icon} aria-hidden="true" />}>
      {isPlainFacebook ? `${t('window.facebook', { count: hours })} ${words()}` : words()}
    </Notice>
  );
}

/** A notice that another attendant has this conversation, whom the customer knows. */
export function OthersNotice({ ticket }: { ticket: TicketView }) {
  const styles = useStyles();
  const t = useT();
  const { user } = useSession();
  if (!ticket.user || ticket.user.id === user.id) return null;
  return (
    <Notice icon={<Person16Regular className={styles.icon} aria-hidden="true" />}>
      {t('composer.others', { user: ticket.user.name })}
    </Notice>
  );
}
