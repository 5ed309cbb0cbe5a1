import { makeStyles, tokens } from '@fluentui/react-components';
import { HourglassHalf20Regular } from '@fluentui/react-icons';
import { Contributed, usePoint, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { TicketView } from '../../contract.ts';
import { firstName } from '../model/names.ts';
import { outsideWindowPoint } from '../parts.ts';

const useStyles = makeStyles({
  message: { display: 'flex', gap: '12px', padding: '12px 14px' },
  icon: { flexShrink: 0, color: ext.warn },
  title: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  text: { margin: '2px 0 0', color: tokens.colorNeutralForeground2, textWrap: 'pretty' },
  allowed: { padding: '0 14px 12px 46px', '@media (max-width: 599px)': { paddingLeft: '14px' } },
});

export interface WindowClosedProps {
  ticket: TicketView;
  hours: number;
  /** The customer wrote in public only, which opens no window. */
  isAfterPublic?: boolean;
  mayNote: boolean;
  onSent(): void;
}

/** One day stays 24 hours, as the channels’ own texts say it; several whole days are easier to read as days. */
const isDays = (hours: number): boolean => hours > 24 && hours % 24 === 0;

/** Shown when the channel accepts no free text any more, with the messages that it still accepts. */
export function WindowClosed({ ticket, hours, isAfterPublic = false, mayNote, onSent }: WindowClosedProps) {
  const styles = useStyles();
  const t = useT();
  const allowed = usePoint(outsideWindowPoint).filter(({ channel }) => channel === ticket.channel);
  const name = firstName(ticket.contact.name);
  const text = (): string => {
    if (isAfterPublic) return t('window.publicText', { name });
    return isDays(hours)
      ? t('window.closedDays', { count: hours / 24, name })
      : t('window.closedText', { count: hours, name });
  };
  return (
    <>
      <div className={styles.message} role="status">
        <HourglassHalf20Regular className={styles.icon} aria-hidden="true" />
        <div>
          <p className={styles.title}>{t(isAfterPublic ? 'window.public' : 'window.closed')}</p>
          <p className={styles.text}>
            {text()}
            {mayNote && ` ${t('window.noteStill')}`}
          </p>
        </div>
      </div>
      {allowed.map((item) => (
        <div key={`${item.plugin}/${item.id}`} className={styles.allowed}>
          <Contributed item={item}>
            <item.component ticket={ticket} sent={onSent} />
          </Contributed>
        </div>
      ))}
    </>
  );
}
